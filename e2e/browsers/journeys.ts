import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { FORM_LANGUAGES } from '#appointment/words/languages.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { test } from '../app.ts'
import { manifestOf } from '../manifest-file.ts'
import { addMembership } from '../own-clinic.ts'
import type { Driver } from './driver.ts'
import { exists, WITHIN_MS } from './process.ts'
import { Tab } from './tab.ts'

const LETTER = 'A letter of the clinic, invented.\n'

/** The laboratory's news move the page while the mouse is on its way: a person who hit nothing presses again. */
const PRESSED_AGAIN_MS = 10_000

interface Browser {
  name: string
  installed: boolean
  /** What to install if it is missing. */
  packages: string
  /** Whether downloads are saved without a dialog. */
  keepsDownloads: boolean
  open(): Promise<Driver>
}

/** The core of the journeys, in a browser that Playwright does not drive. */
export function journeysIn({ name, installed, packages, keepsDownloads, open }: Browser): void {
  const required = process.env.BROWSERS === 'required'
  test.skip(
    !installed && !required,
    `${name} is not installed (apt-get install ${packages}): nothing was tried in it`,
  )

  const inBrowser = async (origin: string, use: (tab: Tab) => Promise<void>) => {
    const driver = await open()
    try {
      await use(new Tab(driver, origin))
      console.log(`${driver.version}: ${test.info().title}`)
    } finally {
      await driver.close()
    }
  }

  test(`in ${name}: signs in by keyboard, orders, sees it reported without reloading, sends and gets a file`, async ({
    app,
    staff,
  }) => {
    await inBrowser(app.origin, async (tab) => {
      await test.step('signs in, and returns to the requested page', async () => {
        await tab.goto('/orders?status=reported')
        await tab.signIn(staff.provider, DEMO_PASSWORD)
        await tab.address(/\/orders\?status=reported/)
        await tab.see({ role: 'heading', name: 'Orders' })
      })

      await test.step('finds a page by keyboard', async () => {
        await tab.driver.type(['k'], '\u{e009}')
        await tab.see({ role: 'dialog' })
        await tab.type('create order')
        await tab.see({ role: 'option', name: 'Create Order', part: true })
        await tab.keys('Enter')
        await tab.address(/\/create/)
      })

      await test.step('fills in the order: search, text, date, lists, radios', async () => {
        await tab.search({ name: 'Test' }, '1102')
        await tab.fill({ name: 'First name', within: 'Patient and family' }, 'Wren')
        await tab.fill({ name: 'Last name', within: 'Patient and family' }, `Driftwood${name}`)
        await tab.fill({ name: 'Date of birth', part: true, within: 'Patient and family' }, '03141989')
        await tab.choose({ name: 'Sex', within: 'Patient and family' }, 'Female')
        await tab.search({ name: 'ICD-10', part: true }, 'Z31.430')
        await tab.choose({ name: 'Specimen type' }, 'Blood')
        await tab.press({ role: 'radio', name: 'Institution', within: 'Bill to' })
        await tab.address(/draft=\d+/)
      })

      await test.step('reviews the consents, and submits', async () => {
        // As if the clinic was in New York, whose law applies to every specimen from there.
        await tab.press({ role: 'checkbox', name: 'Samples from New York State', part: true })
        await tab.press({ role: 'checkbox', name: 'I have reviewed the consents of', part: true })
        await tab.reads('Ready to submit')
        await tab.press({ role: 'button', name: 'Submit order' })
        await tab.press({ role: 'button', name: 'Sign and submit' })
        await tab.address(/\/order\/(en-route|details)\/\d+/)
        await tab.reads(`Driftwood${name}`)
      })

      await test.step('sees the laboratory’s steps without reloading, and opens the report', async () => {
        await tab.reads('The report is ready')
        await tab.address(/\/order\/details\/\d+/)
        await tab.press({ role: 'link', name: 'Open report' })
        await tab.see({ role: 'link', name: 'Download', part: true })
      })

      await test.step('[WEB-01] opens it from the list of those that were reported', async () => {
        await tab.goto('/orders?status=reported')
        await tab.press({ css: 'table a[href*="/order/"]' })
        await tab.address(/\/order\/details\/\d+/)
        await tab.reads('Timeline')
        await tab.reads('Reported')
      })

      // Last: in WebKit, a page that was opened right after a download once did not come.
      await test.step('uploads a file, and downloads it unchanged', async () => {
        const file = path.join(tab.driver.downloads, '..', 'letter.txt')
        await writeFile(file, LETTER)
        await tab.press({ role: 'button', name: 'Add documents' })
        await tab.see({ role: 'dialog' })
        await tab.files({ css: '[role=dialog] input[type=file]' }, file)
        await tab.choose({ name: 'Document type' }, 'Insurance Card')
        await tab.press({ role: 'button', name: 'Upload' })
        await tab.gone({ role: 'dialog' })
        // Of a reported order they are folded.
        await tab.press({ role: 'button', name: 'Documents', part: true })
        const download = () => tab.press({ role: 'button', name: 'Download letter.txt' })
        await download()
        if (!keepsDownloads) return
        const saved = path.join(tab.driver.downloads, 'letter.txt')
        const isComplete = async () => (await exists(saved)) && (await readFile(saved, 'utf8')) === LETTER
        const deadline = Date.now() + WITHIN_MS
        let again = Date.now() + PRESSED_AGAIN_MS
        while (!(await isComplete())) {
          expect(Date.now(), 'the download to come within a minute').toBeLessThan(deadline)
          if (Date.now() > again) {
            await download()
            again = Date.now() + PRESSED_AGAIN_MS
          }
          await delay(100)
        }
      })
    })
  })

  test(`in ${name}: a manifest of three orders, the list of users, and ten tabs`, async ({ app, staff }) => {
    // The only demo institution that may upload manifests.
    await addMembership(app, staff.super, '1006')
    await inBrowser(app.origin, async (tab) => {
      await tab.goto('/users')
      await tab.signIn(staff.super, DEMO_PASSWORD)
      await tab.see({ role: 'heading', name: 'Users' })
      await tab.press({ role: 'link', name: 'Do, Ming', part: true })
      await tab.address(/\/users\/\d+/)
      await tab.see({ role: 'button', name: 'Change roles' })

      await tab.goto('/create/manifest?test=2001')
      const file = path.join(tab.driver.downloads, '..', 'plate.csv')
      // This browser's own patients and references: the other manifest journey orders for the others.
      const csv = (await manifestOf(app.origin, '2001', 3))
        .replaceAll('Farmeadow', `${name}meadow`)
        .replaceAll('Plate 1/', `${name}/`)
      await writeFile(file, csv)
      await tab.files({ name: 'Manifest file' }, file)
      await tab.reads('3 ready')
      await tab.press({ role: 'button', name: 'Submit the 3 that are ready' })
      await tab.press({ role: 'button', name: 'Sign and submit 3 orders' })
      await tab.reads('3 orders were submitted.')

      // Without HTTP/2 a browser has six connections for all its tabs.
      for (let open = 2; open <= 10; open += 1)
        await test.step(`opens tab ${open}, and reads the list there`, async () => {
          await tab.driver.newTab()
          await tab.goto('/orders')
          await tab.reads(`${name}meadow`)
        })
    })
  })

  test(`in ${name}: whoever goes back after a logout sees nothing of the user’s`, async ({ app, staff }) => {
    await inBrowser(app.origin, async (tab) => {
      await tab.goto('/orders')
      await tab.signIn(staff.provider, DEMO_PASSWORD)
      await tab.see({ role: 'heading', name: 'Orders' })

      await test.step('but the user, who was only elsewhere, does', async () => {
        await tab.driver.evaluate(`location.assign('/catalogue/')`)
        await tab.address(/\/catalogue\/$/)
        await tab.driver.evaluate('history.back()')
        await tab.see({ role: 'heading', name: 'Orders' })
      })

      await tab.press({ role: 'button', name: 'Welcome', part: true })
      await tab.press({ role: 'button', name: 'Logout' })
      await tab.address(/\/logged-out/)
      await tab.reads('You are logged out')
      await tab.driver.evaluate('history.back()')
      await tab.see({ role: 'textbox', name: 'Email' })
      await tab.gone({ role: 'heading', name: 'Orders' })
    })
  })

  test(`in ${name}: the catalog by keyboard, and the appointment form in Arabic`, async ({ app }) => {
    await inBrowser(app.origin, async (tab) => {
      await tab.goto('/catalogue/')
      await tab.fill({ name: 'Find a test', part: true }, 'epilepsy')
      await tab.see({ role: 'option', name: 'Epilepsy', part: true })
      await tab.keys('Escape', 'Enter')
      await tab.address(/\/catalogue\/search\?q=epilepsy$/)
      await tab.reads('Epilepsy')

      const { form: words, heading } = FORM_LANGUAGES.ar.words
      await tab.goto('/gc-appointment-form')
      await tab.press({ css: 'summary' })
      await tab.press({ role: 'link', name: 'العربية' })
      await tab.until('a page from right to left', `document.documentElement.dir === 'rtl'`)
      await tab.see({ role: 'heading', name: heading })
      await tab.fill({ name: words.firstName }, 'ليلى')
      await tab.fill({ name: words.lastName }, 'المثال')
      await tab.fill({ name: words.day }, '٩')
      await tab.driver.evaluate(`(() => {
        const month = [...document.querySelectorAll('select')].find((one) => one.options.length === 13)
        month.selectedIndex = 3
        month.dispatchEvent(new Event('change', { bubbles: true }))
      })()`)
      await tab.fill({ name: words.year }, '١٩٨٠')
      await tab.fill({ name: words.email }, 'layla@patients.test')
      await tab.fill({ name: words.phoneNumber }, '6145550101')
      await tab.select({ name: words.optOut }, words.yes)
      await tab.press({ role: 'checkbox' })
      await tab.press({ css: 'form button[type=submit]' })
      await tab.reads(words.success)
    })
  })
}
