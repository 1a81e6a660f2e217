import { useQuery } from "@tanstack/react-query";
import { parts as copy } from "#texts/admin";
import { callQuery } from "../../api/query";
import type { FieldOf } from "../useForm";
import { Field } from "./Field";

/**
 * Whether the user has a password that can be asked for. One who signs in through another system has none: the server looks
 * at the age of the session instead. True until it is known.
 *
 * @param enabled whether it matters
 */
export function useHasPassword(enabled: boolean): boolean {
  const account = useQuery({ ...callQuery("GET", "api/v1/account", undefined), enabled });
  return account.data?.hasPassword ?? true;
}

/** Where the user's own password is asked for again, before a change that matters. */
export function PasswordField(field: FieldOf<string>) {
  return (
    <Field
      {...field}
      type="password"
      label={copy.password}
      hint={copy.passwordHint}
      autoComplete="current-password"
    />
  );
}
