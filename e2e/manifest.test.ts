import { expect, type Locator, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { type Fault, faultOf, manifestOf } from './manifest-file.ts'
import { addMembership, type OwnClinic } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

/** The only demo institution that may upload manifests. */
const UPLOADING = '1006'
/** A panel that the demo's manifest institution can order. */
const TEST = '2001'
const ROWS = 500
const BAD: ReadonlyMap<number, Fault> = new Map(
  Array.from({ length: 30 }, (_, index) => [3 + index * 16, faultOf(index, 3 + index * 16)]),
)

/**
 * The server processes the rows while the page counts them: it may take as long as the count progresses. A
 * minute without change ends the wait.
 */
async function worksUntil(page: Page, done: Locator, text?: string): Promise<void> {
  const main = page.getByRole('main')
  for (let before = ''; ; before = await main.innerText()) {
    const isDone = async () => (await done.count()) > 0 && (!text || (await done.innerText()) === text)
    const moved = async () => (await isDone()) || (await main.innerText()) !== before
    await expect.poll(moved, { message: text ?? 'the server goes on' }).toBe(true)
    if (await isDone()) return
  }
}

async function choose(page: Page, csv: string): Promise<void> {
  const file = { name: 'plates.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Manifest file').setInputFiles(file)
  await expect(page.getByRole('grid', { name: 'Rows of the manifest' })).toBeVisible()
}

/** Corrects the error in the first line of the list; returns the row's number. */
async function repairFirst(page: Page, list: Locator): Promise<string> {
  const [, number = ''] = /^Row (\d+)/.exec(await list.getByRole('button').first().innerText()) ?? []
  const fault = BAD.get(Number(number))
  if (!fault) throw new Error(`Row ${number} is right`)
  await list
    .getByRole('button', { name: new RegExp(`^Row ${number}\\b`) })
    .first()
    .click()
  await expect(page.getByRole('grid')).toBeFocused()
  for (let step = 0; step < fault.columnOffset; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const editor = page.locator('input').and(page.getByLabel(`${fault.column}, row ${number}`, { exact: true }))
  await editor.fill(fault.right)
  await editor.press('Enter')
  await expect(editor).toHaveCount(0)
  return number
}

test('[ROUTE-06] a file of 500 patients with 30 errors is corrected on the page and submitted once', async ({
  page,
  app,
  staff,
}) => {
  // The laboratory accepts the 500 orders and leaves them there.
  await withScriptedLaboratory(app, () => repairedAndSubmitted(page, app, staff))
})

async function repairedAndSubmitted(page: Page, app: App, staff: OwnClinic): Promise<void> {
  await addMembership(app, staff.super, UPLOADING)
  const csv = await manifestOf(app.origin, TEST, ROWS, BAD)
  const status = page.getByRole('main').getByRole('status').filter({ hasText: ' to fix' })
  const list = page.getByRole('complementary', { name: 'Errors' })

  await test.step('names, at another institution, where it is offered', async () => {
    await page.goto('/dashboard')
    await signIn(page, staff.super)
    await page.getByRole('button', { name: /^Institution: / }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(staff.code) }).click()
    await expect(page.getByRole('button', { name: /^Institution: / })).toContainText(staff.code)
    await follow(page, '/create/manifest')
    await page.getByRole('button', { name: /^Switch to Quarry Point/ }).click()
    await expect(page.getByRole('heading', { name: 'Upload a manifest', level: 1 })).toBeVisible()
  })

  await test.step('is found from the order form', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Create Order' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Upload a manifest' }).click()
    await expect(page).toHaveURL(/\/create\/manifest$/)
  })

  await test.step('keeps the test in the URL, and refuses a file that is not its manifest', async () => {
    await page.getByRole('textbox', { name: 'Test' }).fill(TEST)
    await page.getByRole('option').filter({ hasText: TEST }).click()
    await expect(page).toHaveURL(new RegExp(`test=${TEST}`))
    const file = { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') }
    await page.getByLabel('Manifest file').setInputFiles(file)
    await expect(page.getByRole('alert').filter({ hasText: 'not a manifest for this test' })).toBeVisible()
    await accessible(page)
  })

  await test.step('finds the errors, including those that only the server knows', async () => {
    await choose(page, csv)
    await worksUntil(page, status, '470 ready · 30 to fix')
    await accessible(page)
  })

  await test.step('leads from the list to the cell, and validates the text as it is typed', async () => {
    for (let left = BAD.size; left > 0; left -= 1) {
      const number = await repairFirst(page, list)
      await expect(list.getByText(new RegExp(`^Row ${number}\\b`))).toHaveCount(0)
    }
    await expect(status).toHaveText('500 ready · 0 to fix')
  })

  await test.step('undoes the last edit', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(status).toHaveText('499 ready · 1 to fix')
    await page.getByRole('checkbox', { name: 'Only rows to fix' }).check()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
    await repairFirst(page, list)
    await expect(status).toHaveText('500 ready · 0 to fix')
  })

  await test.step('survives a reload, and asks before leaving', async () => {
    await page.reload()
    await expect(status).toHaveText('500 ready · 0 to fix')
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
  })

  await test.step('is submitted once, however often the button is pressed', async () => {
    await page.getByRole('button', { name: 'Submit the 500 that are ready' }).click()
    await accessible(page)
    await page.getByRole('button', { name: 'Sign and submit 500 orders' }).dblclick()
    await worksUntil(page, page.getByText('500 orders were submitted.'))
    await expect(status).toHaveText('0 ready · 0 to fix · 500 submitted')
    await expect(page.getByRole('gridcell', { name: /^Submitted as order \d+/ }).first()).toBeVisible()
  })

  await test.step('creates no orders from the same file again', async () => {
    await page.getByRole('button', { name: 'Choose another file' }).click()
    // All but those that refer to another row of the file.
    await choose(page, csv)
    // The other wrong rows differ from the orders that were made of them when they were corrected.
    await worksUntil(
      page,
      status,
      '0 ready · 3 to fix · 470 ordered before · 27 ordered before, with a warning',
    )
    await expect(page.getByRole('gridcell', { name: /^Already order \d+/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'No rows are ready' })).toBeDisabled()
  })

  await test.step('shows the rows to correct as cards on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Rows to fix' }).getByRole('textbox').first()).toBeVisible()
    await accessible(page)
  })

  await test.step('has created 500 orders in total', async () => {
    await page.goto('/orders?q=Farmeadow')
    await expect(page.getByText('500 found')).toBeVisible()
  })

  await test.step('which a list that is counted only so far goes on behind', async () => {
    const address = /countTo=10000/
    await page.route(address, (route) =>
      route.continue({ url: route.request().url().replace(address, 'countTo=60') }),
    )
    await page.goto('/orders?q=Farmeadow&page=2')
    await expect(page.getByText('more than 60 found')).toBeVisible()
    await expect(page.getByText('26–50 of more than 60')).toBeVisible()
    await expect(page.getByText('Page 2 of more than 2')).toBeVisible()
    await accessible(page)
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByText('76–100 of more than 100')).toBeVisible()
    await page.unroute(address)
  })
}

test('[UX-07] [UX-28] a cell of the manifest takes the word that was typed, and the patient stays in sight', async ({
  page,
  app,
  staff,
}) => {
  await addMembership(app, staff.super, UPLOADING)
  const wrong = new Map([2, 3].map((row) => [row, { column: 'Sex', wrong: '', right: '', columnOffset: 0 }]))
  // Its own rows: those of another file may be ordered already.
  const csv = (await manifestOf(app.origin, TEST, 3, wrong)).replaceAll('Plate 1/', 'Cells/')
  await page.goto('/create/manifest')
  await signIn(page, staff.super)
  await page.getByRole('textbox', { name: 'Test' }).fill(TEST)
  await page.getByRole('option').filter({ hasText: TEST }).click()
  await choose(page, csv)
  const grid = page.getByRole('grid', { name: 'Rows of the manifest' })
  const editor = (column: string, row: number) =>
    page.locator('input').and(page.getByLabel(`${column}, row ${row}`, { exact: true }))
  async function type(column: string, row: number, ...keys: string[]) {
    const list = page.getByRole('complementary', { name: 'Errors' })
    await list.getByRole('button', { name: new RegExp(`^Row ${row}\\b.*${column}`, 's') }).click()
    await expect(grid).toBeFocused()
    for (const key of keys) await page.keyboard.press(key)
  }

  await expect(grid.getByRole('rowheader').first()).toHaveText(/^2/)
  await type('Sex', 2, ...'MALE', 'Enter')
  await expect(
    grid.getByRole('row').filter({ hasText: /^2/ }).getByText('Male', { exact: true }),
  ).toBeVisible()

  await test.step('filters by the typed text, and does not accept a part of a word', async () => {
    await type('Sex', 3, ...'Fe')
    await expect(page.getByRole('option')).toHaveText(['Female'])
    await page.keyboard.press('Enter')
    await expect(editor('Sex', 3)).toHaveCount(0)
    await expect(page.getByText('“Fe” is not valid').first()).toBeAttached()
    await type('Sex', 3, 'Enter')
    await editor('Sex', 3).fill('Fem')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(
      grid.getByRole('row').filter({ hasText: /^3/ }).getByText('Female', { exact: true }),
    ).toBeVisible()
  })

  await test.step('keeps number and patient in place while the columns scroll', async () => {
    const patient = grid.getByRole('rowheader').first()
    await expect(patient).toHaveText(/^2.* Farmeadow$/)
    // Horizontally only: the content above the table may change its height meanwhile.
    const sideways = async () => {
      const box = await patient.boundingBox()
      return box && { x: box.x, width: box.width }
    }
    const before = await sideways()
    await grid.press('End')
    await expect(async () => {
      expect(await grid.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    }).toPass()
    expect(await sideways()).toEqual(before)
  })
})

test('a line in the manifest’s list stays under the pointer and keeps the focus when the server finds more in the rows above', async ({
  page,
  app,
  staff,
}) => {
  await addMembership(app, staff.super, UPLOADING)
  const wrong = new Map([4, 5].map((row) => [row, { column: 'Sex', wrong: '', right: '', columnOffset: 0 }]))
  const csv = (await manifestOf(app.origin, TEST, 6, wrong)).replaceAll('Plate 1/', 'Steady/')
  let answer = Promise.withResolvers<void>()
  await page.route('**/import', async (route) => {
    const response = await route.fetch()
    const { rows, ...rest } = await response.json()
    await answer.promise
    const found = {
      ...{ column: 'Test code', path: '/tests/0', rule: 'ordered-lately', severity: 'warning' },
      message: 'Test code: the patient has an order of this test',
    }
    const refused = (row: object) => ({ ...row, outcome: 'refused', errors: [found] })
    await route.fulfill({ response, json: { ...rest, rows: rows.map(refused) } })
  })
  await page.goto('/create/manifest')
  await signIn(page, staff.super)
  await page.getByRole('textbox', { name: 'Test' }).fill(TEST)
  await page.getByRole('option').filter({ hasText: TEST }).click()
  const list = page.getByRole('complementary', { name: 'Errors' })
  const line = list.getByRole('button', { name: /^Row 5\b.*Sex/s })
  const newLine = list.getByRole('button', { name: /^Row 2\b.*Test code/s })
  const centre = async () => {
    const box = await line.boundingBox()
    if (!box) throw new Error('The line is not seen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  for (const by of ['pointer', 'keyboard'])
    await test.step(`by the ${by}`, async () => {
      await choose(page, csv)
      await expect(line).toBeVisible()
      const { x, y } = await centre()
      if (by === 'pointer') await page.mouse.move(x, y)
      else await line.focus()
      answer.resolve()
      await expect(newLine).toBeAttached()
      expect((await centre()).y).toBeCloseTo(y, 0)
      // At the pointer's position; `click` would aim again.
      if (by === 'pointer') {
        await page.mouse.down()
        await page.mouse.up()
      } else await page.keyboard.press('Enter')
      await page.keyboard.press('F')
      await expect(page.locator('input').and(page.getByLabel('Sex, row 5', { exact: true }))).toHaveValue('F')
      await page.keyboard.press('Escape')
      await page.mouse.move(0, 0)
      await expect(newLine).toBeInViewport()
      answer = Promise.withResolvers()
      await page.getByRole('button', { name: 'Choose another file' }).click()
      await page.getByRole('button', { name: 'Close file' }).click()
    })
})
