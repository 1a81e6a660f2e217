import { useLocation, useNavigate } from "react-router-dom";

/**
 * What another page hands over with its navigation, such as a screen to share, and a function that forgets it, so that a
 * reload does not open its form again.
 */
export function useHandedOver<T>(read: (state: unknown) => T | null): readonly [T | null, () => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  return [read(state), () => void navigate(".", { replace: true, state: null })];
}
