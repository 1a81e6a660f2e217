import { menuItem } from "./blocks";
import { addUser } from "./bond";
import { checkPage, devices } from "./looks";
import { block, idle, LOGINS, open, withFilters } from "./page";
import { enter, expect, test } from "./test";

const YEAR = { period: "LAST_12MONTHS" };
const TITLE = "Logins by Period";

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size, signedIn: false });

    test("annotations look right in both themes, and are removed after a question", async ({ page }) => {
      await enter(page, addUser("Nora", "ROLE_ADMIN"));
      await open(page, withFilters(LOGINS, YEAR));
      const chart = block(page, TITLE);
      await (await menuItem(chart, "Annotate")).click();
      const form = page.getByRole("dialog", { name: `Annotate: ${TITLE}` });
      await form.getByRole("textbox", { name: "Text" }).fill("The new app");
      await expect(form.getByRole("combobox", { name: "Shown in" })).toHaveValue("logins.totalLogins");
      await checkPage(page, device, "the form of an annotation", "annotate");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form).toBeHidden();
      const list = chart.getByRole("region", { name: `Annotations: ${TITLE}` });
      await expect(list.getByRole("listitem")).toHaveText([/The new app · private$/]);
      await expect(chart.getByRole("img", { name: /Annotations: .*: The new app\.$/ })).toBeVisible();
      // Another figure has a chart of its own.
      await expect(page.getByRole("region", { name: /^Annotations:/ })).toHaveCount(1);
      await checkPage(page, device, "an annotated chart", "annotated");
      // The list stays beside the table.
      await (await menuItem(chart, "View as table")).click();
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await idle(page);
      await list.getByRole("button", { name: "Delete the annotation: The new app" }).click();
      await list.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(list).toHaveCount(0);
    });
  });
