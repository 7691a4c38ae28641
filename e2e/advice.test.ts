import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { auditWriter } from '#server/database/audit-line.ts'
import { administer } from '#server/database/connection/connect.ts'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { importEhr } from '#server/features/ehr/import.ts'
import { readEhrFiles } from '#server/features/ehr/interface-files.ts'
import { installationSecret } from '#server/start/secret.ts'
import { type App, test } from './app.ts'
import { launchingHospital } from './launching-hospital.ts'
import { accessible, signIn } from './page.ts'

const INTERFACE = 'ADVISED'
const CERTIFICATE = Array.from({ length: 32 }, () => 'AD').join(':')

/** A hospital whose chart of Imogen Vance has an order of a trio; its advice is set up, and off. */
async function advisedHospital(app: App, institution: string) {
  const directory = path.join(app.dataDir, 'advised')
  await mkdir(directory, { recursive: true })
  const database = await runningEmbeddedPostgres(path.join(app.dataDir, 'database'))
  const auditLine = auditWriter(await installationSecret(app.dataDir))
  const imported = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(directory, name), text)
    await administer(database ?? '', (db) => importEhr(db, readEhrFiles(directory), auditLine))
  }
  await imported({
    'ehr-interfaces.csv': `code,institution,name,certificates,sender,processingId,answersOrders
${INTERFACE},${institution},Harborview EHR,${CERTIFICATE},,P,no`,
    'ehr-maps.csv': `interface,kind,code,meaning\n${INTERFACE},test,GEN1,1600`,
  })
  const ehr = await launchingHospital(app, { institution, interfaceCode: INTERFACE })
  await imported({
    'ehr-advice.csv': `interface,iss,jku,fhirServer,recordNumberSystem,launch
${INTERFACE},${ehr.hooks.iss},${ehr.hooks.jku},${ehr.iss},urn:oid:2.16.840.1.113883.19.23.1,harborview`,
  })
  return ehr
}

test('signing a trio in the record system tells that the parents are missing, and its link opens the draft', async ({
  page,
  context,
  browser,
  app,
  staff,
  supporter,
}) => {
  const ehr = await advisedHospital(app, staff.code)
  const address = (what: string) => `${ehr.site}/${what}?patient=p1&clinician=dr-okonjo`
  const chart = await context.newPage()

  await test.step('off until Support switches it on', async () => {
    await chart.goto(address('chart'))
    await expect(chart.getByText('No advice.')).toBeVisible()
  })

  const support = await (await browser.newContext({ baseURL: app.origin })).newPage()
  await test.step('Support switches it on', async () => {
    await support.goto('/laboratory/hospitals')
    await signIn(support, supporter)
    await accessible(support)
    await support.getByRole('button', { name: 'Switch on, Harborview EHR' }).click()
    await expect(support.getByRole('button', { name: 'Switch off, Harborview EHR' })).toBeVisible()
  })

  const draft = await test.step('the chart is opened in the portal: a draft of the trio', async () => {
    await page.goto(ehr.launch({ patient: 'p1' }))
    await signIn(page, staff.provider)
    await page.getByRole('button', { name: 'Connect and open the chart' }).click()
    await expect(page.locator('strong', { hasText: 'Vance, Imogen' })).toBeVisible()
    return new URL(page.url()).searchParams.get('draft') ?? ''
  })
  expect(draft).toMatch(/^\d+$/)

  await test.step('signing the order shows the card; its link opens the same draft, without the patient in it', async () => {
    await chart.goto(address('sign'))
    await expect(chart.getByRole('list', { name: 'Advice' })).toBeVisible()
    await expect(
      chart.getByRole('heading', { name: /Trio needs both parents; neither has a specimen$/ }),
    ).toBeVisible()
    const link = chart.getByRole('link', { name: 'Open the draft' })
    expect(await link.getAttribute('href')).not.toMatch(/Vance|Imogen|H-20011/)
    const opening = context.waitForEvent('page')
    await link.click()
    const opened = await opening
    await expect(opened.locator('strong', { hasText: 'Vance, Imogen' })).toBeVisible()
    expect(new URL(opened.url()).searchParams.get('draft')).toBe(draft)
    await opened.close()
  })

  await test.step('a reason to go on is told to the portal, and Support sees it', async () => {
    await chart.getByRole('button', { name: 'Specimens will be sent later' }).click()
    await expect(chart.getByRole('heading', { name: 'Imogen Vance' })).toBeVisible()
    await support.reload()
    await expect(support.getByText('0 followed, 1 overridden')).toBeVisible()
    await expect(support.getByText(`About order ${draft}; overridden: follows`)).toBeVisible()
    await accessible(support)
  })
  await ehr.close()
})
