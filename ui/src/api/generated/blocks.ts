// Generated from the declared screens by `make generate`. Do not edit.

/** By call: the blocks it answers and the fields of each. */
export const blockFields: Record<string, Record<string, readonly string[]>> = {
  "api/v1/dashboard/users/logins": {
    "LOGINS_BY_PERIOD": ["total"],
    "UNIQUE_LOGINS_BY_PERIOD": ["unique"],
    "LOGINS_TABLE": ["total","unique"],
  },
};
