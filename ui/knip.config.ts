import type { KnipConfig } from "knip";

export default {
  // The bundler reads files of other languages in the place of the English ones.
  entry: [
    "src/app/main.tsx",
    "src/texts/{de,es}/**/*.ts",
    "src/pages/dashboards/names.ts",
    "bench/*.ts",
    "manual/*.mjs",
    "names.mjs",
  ],
  // Of the system; .ci/proxies installs it.
  ignoreBinaries: ["openssl"],
  project: ["src/**/*.{ts,tsx,css}", "{e2e,bench}/**/*.ts", "*.{ts,mjs}", "manual/*"],
  // The generator writes all that the server declares, used by the page or not.
  ignore: ["src/generated/**"],
  // The type of an exported function's argument is exported too.
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: {
    // A style sheet uses a package by the address of its file, and another style sheet by `composes`.
    css: (text: string) =>
      Array.from(text.matchAll(/url\("(@[^"]+)"\)|\bfrom "([^"]+)"/g), ([, file, sheet]) => {
        return `import "${file ?? sheet}";`;
      }).join("\n"),
  },
} satisfies KnipConfig;
