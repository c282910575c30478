/**
 * GitHub's GraphQL: queries are validated and answered by graphql-js on GitHub's published schema, so an unknown field
 * or a wrong input is an error here as there.
 */
import { readFileSync } from 'node:fs';
import { GraphQLError, buildSchema, graphql } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Fields } from './json.ts';
import { fieldsOf, textOf } from './json.ts';

const read = (): GraphQLSchema =>
  buildSchema(
    readFileSync(new URL('../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url), 'utf8'),
    { assumeValid: true, assumeValidSDL: true },
  );
let schema: GraphQLSchema | null = null;

/** GitHub names the kind of an error beside its message, not under `extensions`. */
export class GithubGraphqlError extends GraphQLError {
  constructor(type: string, message: string) {
    super(message, { extensions: { type } });
  }
}

/** By the field of Query or Mutation. */
export type Resolvers = Readonly<Record<string, (args: Fields) => unknown>>;

/** The body of the answer, which is always of status 200, and what is wrong with the query by the schema. */
export async function answerGraphql(
  body: Fields,
  resolvers: Resolvers,
): Promise<Readonly<{ body: Fields; violations: readonly string[] }>> {
  schema ??= read();
  const result = await graphql({
    schema,
    source: textOf(body['query']),
    variableValues: fieldsOf(body['variables']),
    rootValue: resolvers,
  });
  const ours = (result.errors ?? []).filter((error) => error.extensions['type'] === undefined);
  const errors = (result.errors ?? []).map((error) => ({
    type: error.extensions['type'] ?? 'INVALID',
    path: error.path ?? [],
    locations: error.locations ?? [],
    message: error.message,
  }));
  return {
    body: { data: result.data ?? null, ...(errors.length === 0 ? {} : { errors }) },
    violations: ours.map((error) => `GraphQL: ${error.message}`),
  };
}

export const isMutation = (body: Fields): boolean => /^\s*mutation\b/.test(textOf(body['query']));
