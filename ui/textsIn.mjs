import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Finds `#texts/NAME` among the texts of a language. One that is missing there does not resolve. */
export const textsIn = (language) => ({
  name: "texts",
  setup({ onResolve }) {
    onResolve({ filter: /^#texts\// }, ({ path }) => ({
      path: join(here, "src/texts", language, `${path.slice("#texts/".length)}.ts`),
    }));
  },
});
