import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
    coverage: {
      include: ["src/**"],
      exclude: ["src/generated/**", "src/texts/*/generated/**", "src/**/*.test.*"],
    },
  },
});
