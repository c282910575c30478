import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);

// src/solve/z3-thread.ts
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { setFlagsFromString } from "node:v8";
import { versions } from "node:process";
var highWatermark = 512;
var knownVersions = /* @__PURE__ */ new Set(["11", "13"]);
function validateLazily() {
  if (knownVersions.has(versions.v8.replace(/\..*/s, ""))) setFlagsFromString("--wasm-lazy-validation");
}
async function serve(port) {
  const send = (message) => port.postMessage(message);
  const { glue, module: compiled } = workerData;
  validateLazily();
  const { compile, Instance } = WebAssembly;
  const module = compiled ?? await compile(readFileSync(join(dirname(glue), "z3-built.wasm")));
  const open = createRequire(import.meta.url)(glue);
  Reflect.deleteProperty(globalThis, "navigator");
  const z3 = await open({
    thisProgram: "z3",
    // what it prints is nothing for the user
    print: () => void 0,
    printErr: () => void 0,
    instantiateWasm: (imports, receive) => {
      const instance = new Instance(module, imports);
      receive(instance, module);
      return instance.exports;
    }
  });
  withText(
    z3,
    "memory_high_watermark_mb",
    (name) => withText(z3, `${highWatermark}`, (value) => z3._Z3_global_param_set(name, value))
  );
  let context = 0;
  port.on("message", ({ text, opens }) => {
    try {
      if (opens) context = fresh(z3, context);
      send({
        kind: "answer",
        text: withText(z3, text, (address) => z3.UTF8ToString(z3._Z3_eval_smtlib2_string(context, address)))
      });
    } catch (problem) {
      send({ kind: "fault", because: String(problem) });
    }
  });
  send({ kind: "ready", module });
}
function fresh(z3, last) {
  if (last !== 0) z3._Z3_del_context(last);
  const config = z3._Z3_mk_config();
  const context = z3._Z3_mk_context(config);
  z3._Z3_del_config(config);
  z3._set_noop_error_handler(context);
  return context;
}
function withText(z3, text, use) {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const address = z3._malloc(bytes.length);
  z3.HEAPU8.set(bytes, address);
  const value = use(address);
  z3._free(address);
  return value;
}
if (parentPort !== null) await serve(parentPort);
