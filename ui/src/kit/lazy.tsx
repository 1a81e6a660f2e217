import { type ComponentType, use, useEffect, useState } from "react";
import { reloadIfOutdated } from "./outdated";

/** A part of the page that loads later. */
export type Preloadable<T extends object> = {
  /** Loads it, or only returns it. */
  load(): Promise<T>;
  /** The part, for a component below a Suspense: it waits only if the part is not loaded. */
  use(): T;
};

/** Forget those that could not be loaded. */
const failed = new Set<() => void>();

/** Has parts that could not be loaded load again where they are drawn next: not in what failed, which would never end. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A part of the page that loads once. React's `lazy` waits even for what is loaded, and shows what stands for it for
 * 300 ms at least.
 */
export function preloadable<T extends object>(load: () => Promise<T>): Preloadable<T> {
  let promise: Promise<T> | undefined;
  let hasFailed = false;
  const begin = () => {
    const begun = load();
    hasFailed = false;
    begun.then(
      // The fields of React's FulfilledReactPromise: `use` does not wait for a promise that has them.
      (value) => Object.assign(begun, { status: "fulfilled", value }),
      () => {
        hasFailed = true;
        failed.add(() => {
          if (promise === begun) promise = undefined;
        });
      },
    );
    promise = begun;
    return begun;
  };
  return {
    load: () => (promise && !hasFailed ? promise : begin()),
    // Always the same promise, also when it is loaded: React knows those of a component by their order. Also when it
    // has failed: React draws again what waited, and would load it again and again.
    use: () => use(promise ?? begin()),
  };
}

/** A component that loads later. */
export type LazyComponent<P extends object> = ComponentType<P> & Pick<Preloadable<object>, "load">;

/** A component that loads once, below a Suspense. */
export function lazyComponent<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyComponent<P> {
  const part = preloadable(load);
  const Shown = (props: P) => {
    const { default: Part } = part.use();
    return <Part {...props} />;
  };
  return Object.assign(Shown, { load: part.load });
}

/** Whether a component is loaded, which begins once its place is drawn. Until then the page shows something like it. */
export function useLoaded(part: Pick<Preloadable<object>, "load">): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    // What stands for the component stays if it cannot be loaded.
    part.load().then(() => isGone || setLoaded(true), reloadIfOutdated);
    return () => {
      isGone = true;
    };
  }, [part]);
  return isLoaded;
}
