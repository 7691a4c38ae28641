import { X509Certificate } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { auditWriter } from '#server/database/audit-line.ts'
import { administer } from '#server/database/connection/connect.ts'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { importEhr } from '#server/features/ehr/import.ts'
import { readEhrFiles } from '#server/features/ehr/interface-files.ts'
import { installationSecret } from '#server/start/secret.ts'
import { type Hospital, openHospital } from '#simulators/ehr/hospital.ts'
import { interfaceFiles } from '#simulators/ehr/interface-files.ts'
import { openPages } from '#simulators/ehr/pages.ts'
import { chartWithOrder } from '#simulators/ehr/smart/charts.ts'
import { type App, freePort, test, withApp } from './app.ts'
import { openClinic } from './clinic.ts'
import { inDatabase } from './database.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { launchingHospital } from './launching-hospital.ts'
import { fillSpecimenAndConsents, payByInstitution, savedDraft, section, submitOrder } from './order-form.ts'
import { addClinic, type OwnClinic } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

interface Connected {
  app: App
  staff: OwnClinic
  hospital: Hospital
  /** The address of its pages. */
  record: string
}

/** Runs `use` with a portal and a hospital that is connected to it, whose pages a person can press. */
async function withHospital(use: (connected: Connected) => Promise<void>): Promise<void> {
  const authority = await makeAuthority('Hospital journey')
  const [own, portal] = await Promise.all([authority.certify('hospital'), authority.certify('portal')])
  const directory = test.info().outputPath('hospital')
  await mkdir(directory, { recursive: true })
  const file = async (name: string, text: string) => {
    await writeFile(path.join(directory, name), text)
    return path.join(directory, name)
  }
  const ehrPort = await freePort()
  const settings = {
    KARYO_EHR_PORT: String(ehrPort),
    KARYO_EHR_TLS_CERT: await file('portal.pem', portal.cert),
    KARYO_EHR_TLS_KEY: await file('portal.key', portal.key),
  }
  await withApp(settings, async (app) => {
    const staff = await addClinic(app)
    const hospital = await openHospital({
      portal: { host: '127.0.0.1', port: ehrPort },
      tls: own,
      portalCertificate: new X509Certificate(portal.cert).fingerprint256,
      ...{ port: 0, seed: 1 },
    })
    const pages = await openPages(hospital, 0)
    try {
      const files = interfaceFiles({
        ...{ code: 'SIMEHR', institution: staff.code, resultPort: hospital.resultPort },
        certificate: new X509Certificate(own.cert).fingerprint256,
        tests: { GEN100: '1102' },
      })
      for (const [name, text] of Object.entries(files)) await file(name, text)
      const secret = await installationSecret(app.dataDir)
      const database = await runningEmbeddedPostgres(path.join(app.dataDir, 'database'))
      await administer(database ?? '', (db) => importEhr(db, readEhrFiles(directory), auditWriter(secret)))
      await use({ app, staff, hospital, record: pages.origin })
    } finally {
      await pages.close()
      await hospital.close()
    }
  })
}

/** The same hospital's FHIR server, from which the portal is opened in the chart of its last order. */
async function openedFromChart({ app, staff, hospital }: Connected) {
  const order = hospital.orders.at(-1)
  if (!order) throw new Error('Nothing is ordered yet')
  return launchingHospital(app, {
    ...{ institution: staff.code, name: 'Harborview EHR', interfaceCode: 'SIMEHR' },
    charts: [chartWithOrder(order.chart, order)],
  })
}

/** The portal's number of a hospital's order; null if there is no draft or order of it any more. */
async function orderOf(app: App, placer: string): Promise<number | null> {
  return inDatabase(app, async (client) => {
    const { rows } = await client.query<{ id: string | null }>(
      'select order_id as id from ehr_order where placer = $1',
      [`${placer}^SIMEHR`],
    )
    return rows[0]?.id ? Number(rows[0].id) : null
  })
}

/** The bytes of the PDF that the chart shows for a version, counted from 1. */
async function filed(chart: Page, version: number): Promise<Buffer> {
  const link = chart.getByRole('link', { name: 'Genetic report' }).nth(version - 1)
  const href = (await link.getAttribute('href')) ?? ''
  return chart.request.get(new URL(href, chart.url()).href).then((reply) => reply.body())
}

test('a hospital’s order becomes a draft, is opened from the chart, completed and submitted, and its report is filed there, corrected too', async ({
  browser,
}) => {
  await withHospital(async (connected) => {
    const { app, staff, hospital, record } = connected
    const chart = await browser.newPage()
    const page = await browser.newPage({ baseURL: app.origin })
    const clinic = await openClinic(app.origin, staff)
    await withScriptedLaboratory(app, async (laboratory) => {
      let id = 0

      await test.step('a clinician orders in the hospital’s record', async () => {
        await chart.goto(record)
        await chart
          .getByRole('link', { name: /^Varga, / })
          .first()
          .click()
        await chart.getByLabel('Note').first().fill('Sibling affected too')
        await chart.getByRole('button', { name: 'Order', exact: true }).click()
        await expect(chart.getByText('NW: AA')).toBeVisible()
        id = (await orderOf(app, '900001')) ?? 0
      })

      const ehr = await openedFromChart(connected)
      await test.step('opened from the chart, its draft has what the message left out', async () => {
        await page.goto(ehr.launch())
        await signIn(page, staff.provider)
        await page.getByRole('button', { name: 'Connect and open the chart' }).click()
        await expect(page.getByText('From the chart at Harborview EHR')).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`draft=${id}$`))
        await expect(page.locator('strong', { hasText: /^Varga, / })).toBeVisible()
        // An order of the hospital names no mail address.
        const email = section(page, 'Patient and family').getByRole('textbox', { name: /^E-?mail/ })
        await expect(email.first()).toHaveValue(/@home\.test$/)
      })
      await ehr.close()

      await test.step('it is completed and submitted', async () => {
        await fillSpecimenAndConsents(page)
        await payByInstitution(page)
        await savedDraft(page)
        await submitOrder(page)
      })

      await test.step('the report is filed in the chart, the same PDF', async () => {
        await laboratory.workOff(id)
        const inChart = page.getByRole('region', { name: 'The report is in Harborview EHR' })
        // The hospital's answer comes after the report: the open page is told of both.
        await expect(inChart).toBeVisible()
        await accessible(page)
        await chart.reload()
        await expect(chart.getByText('status F')).toBeVisible()
        const params = { h: staff.code, id }
        const report = await clinic.client.orders.report({ params, query: {} })
        expect((await filed(chart, 1)).equals(Buffer.from(report))).toBe(true)
      })

      await test.step('corrected afterwards, the chart has the new one', async () => {
        await laboratory.correct(id)
        await expect(async () => {
          await chart.reload()
          await expect(chart.getByText('Replaced: status F')).toBeVisible({ timeout: 15_000 })
        }).toPass()
        await expect(chart.getByText('CORRECTED REPORT')).toBeVisible()
        const report = await clinic.client.orders.report({ params: { h: staff.code, id }, query: {} })
        expect((await filed(chart, 2)).equals(Buffer.from(report))).toBe(true)
      })

      await test.step('cancelled in the chart now, it stays reported, and its page says so', async () => {
        await chart.getByRole('button', { name: 'Cancel' }).click()
        await expect(chart.getByRole('heading', { name: /\(cancelled\)/ })).toBeVisible()
        await expect(page.getByText('Harborview EHR has cancelled this order')).toBeVisible()
        expect(
          (await clinic.client.orders.get({ params: { hospital: staff.code, id }, headers: {} })).state,
        ).toBe('reported')
      })

      await test.step('a draft that is cancelled there is gone here', async () => {
        await chart.getByRole('button', { name: 'Order', exact: true }).click()
        const second = chart.getByRole('region', { name: 'Order 900002' })
        await expect(second.getByText('NW: AA')).toBeVisible()
        const draft = (await orderOf(app, '900002')) ?? 0
        await page.goto(`/create?draft=${draft}`)
        await expect(page.getByText('Varga').first()).toBeVisible()
        await second.getByRole('button', { name: 'Cancel' }).click()
        await expect(second.getByText('CA: AA')).toBeVisible()
        expect(await orderOf(app, '900002')).toBeNull()
        expect(hospital.orders.map(({ isCancelled }) => isCancelled)).toEqual([true, true])
      })
    })
  })
})
