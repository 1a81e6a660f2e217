import { afterEach, expect, it } from "vitest";
import { ApiError } from "../../api/client";
import { useToasts } from "../toasts";
import { notifyFailure } from "./errors";

afterEach(() => useToasts.setState({ toasts: [] }));

it("tells why something was not done, also where no answer says so", () => {
  notifyFailure(new ApiError(409, { message: "Another load is running." } as ApiError["body"]));
  expect(useToasts.getState().toasts[0]).toMatchObject({
    status: "error",
    message: "Another load is running.",
  });
  notifyFailure(new ApiError(0, null));
  expect(useToasts.getState().toasts[0]).toMatchObject({
    status: "error",
    message: expect.stringMatching(/./),
  });
});
