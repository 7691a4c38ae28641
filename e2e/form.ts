import { expect, type Locator, type Page } from '@playwright/test'
import { MONTHS } from '#domain/dates/dates.ts'

/** Chooses an option of a select. */
export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}

/** Types the whole of an option, and presses it once the list has no other: it shrinks and moves until then. */
export async function chooseByTyping(page: Page, field: Locator, option: string): Promise<void> {
  await field.fill(option)
  const options = page.getByRole('option').filter({ visible: true })
  await expect(options).toHaveCount(1)
  await options.filter({ hasText: option }).click()
}

/** Types a date into its single box, digits only; `date` as displayed, `14 Mar 2019`. */
export async function typeDate(field: Locator, date: string): Promise<void> {
  const [day = '', month = '', year = ''] = date.split(' ')
  const figures = [MONTHS.indexOf(month.slice(0, 3)) + 1, Number(day)].map((figure) =>
    String(figure).padStart(2, '0'),
  )
  await field.fill('')
  await field.pressSequentially(figures.join('') + year)
  await expect(field).toHaveValue([...figures, year].join('/'))
}
