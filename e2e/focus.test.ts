import { expect } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { accessible, signIn } from './page.ts'

/** Needs more lines than a phone's card shows. */
const LONG_QUESTION =
  'Please send the clinical findings of both parents, the age at which the first of them was noticed, and the report of the earlier test that the requisition names.'

test('[UX-25] Support begins the day with the queues of the desk, and reads a question of the laboratory in full', async ({
  app,
  browser,
  page,
  staff,
  supporter,
}) => {
  await page.goto('/dashboard')
  await signIn(page, supporter)
  const desk = page.getByRole('region', { name: 'Laboratory desk' })
  for (const queue of ['Results to check', 'Messages refused', 'Registrations to approve', 'Kits to send'])
    await expect(desk.getByRole('link', { name: new RegExp(`^[\\d,]+\\s*${queue}$`) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Feedback from clinics' })).toBeVisible()
  for (const absent of ['Drafts to finish', 'Recent orders', 'Needs your attention'])
    await expect(page.getByRole('region', { name: absent })).toHaveCount(0)
  await accessible(page)
  await desk.getByRole('link', { name: /Registrations to approve/ }).click()
  await expect(page).toHaveURL(/\/users\/waiting/)

  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Questionwell'))
    await laboratory.accession(id)
    await laboratory.hold(id, LONG_QUESTION)
  })
  const other = await personAt(browser, app, staff.provider, '/dashboard')
  const questions = other.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem')
  await expect(questions.filter({ hasText: LONG_QUESTION })).toBeVisible()
  for (const width of [1920, 390]) {
    await other.setViewportSize({ width, height: 1000 })
    const cut = await questions.evaluateAll((lines) =>
      lines
        .flatMap((line) => [...line.querySelectorAll('[class*=words]')])
        .filter((words) => words.scrollHeight > words.clientHeight + 1),
    )
    expect(cut).toEqual([])
  }
  await other.context().close()
})
