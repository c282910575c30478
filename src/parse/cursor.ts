/**
 * Walks a tree of web-tree-sitter without its `TreeCursor`, which copies its state into WebAssembly's memory and back
 * for each question: half of the time of reading a tree. Here the cursor stays where the module keeps it. That is not
 * the library's public interface, so it is asked for by name and anything that is not there is a fault at the start.
 */
import type { Tree } from 'web-tree-sitter';
import { invariant } from '../base/invariant.ts';

type Call = (tree: number) => number;

/**
 * Functions that the module exports (lib/binding_c of web-tree-sitter); each takes the address of a tree. The place in
 * the tree lies in the module's one transfer buffer: nothing else may be asked of the library between `open`, which
 * starts at the node that `rootNode` writes there, and `close`. Moves answer 1 when they moved, questions 1 for yes.
 */
export type Cursor = Readonly<{
  rootNode: Call;
  open: Call;
  close: Call;
  toFirstChild: Call;
  toNextSibling: Call;
  toParent: Call;
  typeId: Call;
  fieldId: Call;
  start: Call;
  end: Call;
  isNamed: Call;
  isMissing: Call;
}>;

/** `module`: what `Parser.init` was given, which the library fills with its functions. */
export function cursorOf(module: object): Cursor {
  const exported = (name: string): Call => {
    const call: unknown = Reflect.get(module, `_ts_${name}_wasm`);
    invariant(isCall(call), `web-tree-sitter has ${name}`);
    return call;
  };
  return {
    rootNode: exported('tree_root_node'),
    open: exported('tree_cursor_new'),
    close: exported('tree_cursor_delete'),
    toFirstChild: exported('tree_cursor_goto_first_child'),
    toNextSibling: exported('tree_cursor_goto_next_sibling'),
    toParent: exported('tree_cursor_goto_parent'),
    typeId: exported('tree_cursor_current_node_type_id'),
    fieldId: exported('tree_cursor_current_field_id'),
    start: exported('tree_cursor_start_index'),
    end: exported('tree_cursor_end_index'),
    isNamed: exported('tree_cursor_current_node_is_named'),
    isMissing: exported('tree_cursor_current_node_is_missing'),
  };
}

const isCall = (value: unknown): value is Call => typeof value === 'function';

/** Where a tree lies in the module's memory. */
export function addressOf(tree: Tree): number {
  const address: unknown = Reflect.get(tree, 0);
  invariant(typeof address === 'number' && address !== 0, 'a tree of web-tree-sitter has an address');
  return address;
}
