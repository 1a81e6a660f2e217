import { DismissableLayerBranch } from "@radix-ui/react-dismissable-layer";
import { kit as copy } from "#texts/kit";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { discard, keepEditing, useQuestion } from "./unsaved";

/** Asks whether changes may be lost, above everything else. It is on the page once. */
export function DiscardQuestion() {
  const isAsking = useQuestion(({ asked }) => asked !== null);
  if (!isAsking) return null;
  // What is pressed in it is not pressed outside of the popover that it is about.
  return (
    <DismissableLayerBranch>
      <Dialog
        open
        onClose={keepEditing}
        title={copy.discardTitle}
        size="sm"
        footer={
          <>
            <Button onClick={keepEditing}>{copy.keepEditing}</Button>
            <Button variant="primary" onClick={discard}>
              {copy.discard}
            </Button>
          </>
        }
      >
        <p>{copy.discardText}</p>
      </Dialog>
    </DismissableLayerBranch>
  );
}
