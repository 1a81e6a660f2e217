import { DismissableLayerBranch } from "@radix-ui/react-dismissable-layer";
import { kit as copy } from "#texts/kit";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { discard, isSecret, keepEditing, useQuestion } from "./unsaved";

/** Asks whether changes may be lost, above everything else. It is on the page once. */
export function DiscardQuestion() {
  const asked = useQuestion((state) => state.asked);
  if (!asked) return null;
  const of = isSecret(asked) ? copy.secret : copy.changes;
  // What is pressed in it is not pressed outside of the popover that it is about.
  return (
    <DismissableLayerBranch>
      <Dialog
        open
        onClose={keepEditing}
        title={of.title}
        size="sm"
        footer={
          <>
            <Button onClick={keepEditing}>{of.keep}</Button>
            <Button variant="primary" onClick={discard}>
              {of.discard}
            </Button>
          </>
        }
      >
        <p>{of.text}</p>
      </Dialog>
    </DismissableLayerBranch>
  );
}
