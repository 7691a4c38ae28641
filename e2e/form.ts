import type { Locator, Page } from '@playwright/test'

/** Chooses one of a select's options. */
export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}

/** Chooses a date of three selects, by their group: the date as it is written, `14 Mar 2019`. */
export async function chooseDate(group: Locator, date: string): Promise<void> {
  const [day = '', month = '', year = ''] = date.split(' ')
  await group.getByLabel('Year').selectOption(year)
  await group.getByLabel('Month').selectOption(month)
  await group.getByLabel('Day').selectOption(day)
}
