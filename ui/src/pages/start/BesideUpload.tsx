import { useProgram } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
import { Ways } from "./Beginnings";
import { LeftToDo } from "./LeftToDo";

/** On the page of the data: what is left to do, and while nothing is loaded, the other ways to begin. */
export default function BesideUpload({ isRunning }: { readonly isRunning: boolean }) {
  const isEmpty = useProgram().data?.isEmpty ?? false;
  const user = useSession((session) => session.user);
  return (
    <>
      {isEmpty && !isRunning && <Ways />}
      {mayChange(user, "ADMIN") && <LeftToDo />}
    </>
  );
}
