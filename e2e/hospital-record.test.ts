import { X509Certificate } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { administer } from '#server/database/connection/connect.ts'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { importEhr } from '#server/features/ehr/import.ts'
import { readEhrFiles } from '#server/features/ehr/interface-files.ts'
import { openHospital } from '#simulators/ehr/hospital.ts'
import { interfaceFiles } from '#simulators/ehr/interface-files.ts'
import { openPages } from '#simulators/ehr/pages.ts'
import { type App, freePort, test, withApp } from './app.ts'
import { openClinic } from './clinic.ts'
import { inDatabase } from './database.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { fillSpecimenAndConsents, payByInstitution, savedDraft, submitOrder } from './order-form.ts'
import { addClinic, type OwnClinic } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

/** Runs `use` with a portal and a hospital that is connected to it, whose pages a person can press. */
async function withHospital(
  use: (connected: { app: App; staff: OwnClinic; record: string }) => Promise<void>,
): Promise<void> {
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
      const database = await runningEmbeddedPostgres(path.join(app.dataDir, 'database'))
      await administer(database ?? '', (db) => importEhr(db, readEhrFiles(directory)))
      await use({ app, staff, record: pages.origin })
    } finally {
      await pages.close()
      await hospital.close()
    }
  })
}

/** The bytes of the PDF that the chart shows for a version, counted from 1. */
async function filed(chart: Page, version: number): Promise<Buffer> {
  const link = chart.getByRole('link', { name: 'Genetic report' }).nth(version - 1)
  const href = (await link.getAttribute('href')) ?? ''
  return chart.request.get(new URL(href, chart.url()).href).then((reply) => reply.body())
}

test('a hospital’s order becomes a draft, is completed and submitted, and its report is filed in the chart, corrected too', async ({
  browser,
}) => {
  await withHospital(async ({ app, staff, record }) => {
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
      })

      // The launch from the chart comes here: it opens this draft and fills what the message leaves open.
      await test.step('its draft is completed and submitted in the portal', async () => {
        id = await inDatabase(app, async (client) => {
          const { rows } = await client.query<{ id: string }>('select order_id as id from ehr_order')
          return Number(rows[0]?.id)
        })
        await page.goto(`/create?draft=${id}`)
        await signIn(page, staff.provider)
        await expect(page.getByText('Varga').first()).toBeVisible()
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
    })
  })
})
