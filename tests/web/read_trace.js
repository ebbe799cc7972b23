/** Prints the events of a packed trace as JSON: node read_trace.js FILE NODES. */

import { readFileSync } from "node:fs";
import { eventsOf, unpack } from "../../src/pathstar/web/lib/codec.js";

const [file, nodes] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const { scans: _, ...events } = eventsOf(unpack(bytes.buffer).columns, Number(nodes));
console.log(
  JSON.stringify(Object.fromEntries(Object.entries(events).map(([name, column]) => [name, [...column]]))),
);
