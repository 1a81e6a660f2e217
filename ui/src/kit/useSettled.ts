import { useEffect, useState } from "react";

/** A value once it has stayed the same for a moment: typing and sliders pass many on their way. */
export function useSettled<T>(value: T, pauseMs = 150): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
