import { useEffect, useState } from "react";

/** How far the page is scrolled before the header changes its style. */
const THRESHOLD_PX = 50;

/** Whether the page is scrolled by more than 50 px. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(() => scrollY > THRESHOLD_PX);
  useEffect(() => {
    const update = () => setScrolled(scrollY > THRESHOLD_PX);
    // Asked at once, it would lay out the page before the other effects, which ask the server for its figures.
    const frame = requestAnimationFrame(update);
    addEventListener("scroll", update, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", update);
    };
  }, []);
  return scrolled;
}
