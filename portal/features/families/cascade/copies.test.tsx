import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CascadeRelativeView } from '#contract/family-cascade.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { ClassDialog } from './ClassDialog.tsx'
import { FindingDialog } from './FindingDialog.tsx'
import { StepDialog } from './StepDialog.tsx'

/** Displays a dialog; returns what it sends, which is answered with an empty cascade. */
function showDialog(dialog: ReactNode) {
  const sent: unknown[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body))
    return Response.json({ familyId: 1, familyName: 'Quillon', people: [], findings: [] })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { configuration: { features: { calendarDates: true } } } as unknown as Session
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <main>
          <h1>Cascade</h1>
          {dialog}
        </main>
      </SessionContext>
    </QueryClientProvider>,
  )
  return sent
}
const dialog = page.getByRole('dialog')
async function choose(label: string, option: string) {
  await dialog.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const record = () => dialog.getByRole('button', { name: 'Record', exact: true }).click()
const place = { hospital: '1001', id: 1, onClose: () => undefined }

test('a typed recessive finding is recorded with the copies of its person', async () => {
  const sent = showDialog(<FindingDialog {...place} people={[{ member: 'p1', name: 'Ben' }]} opened={true} />)
  await choose('Found in', 'Ben')
  await dialog.getByText('Entered by hand').click()
  await dialog.getByRole('textbox', { name: 'Gene' }).fill('CFTR')
  await dialog.getByRole('textbox', { name: 'Change (c. or m.)' }).fill('c.1521_1523del')
  await expect
    .element(dialog.getByRole('combobox', { name: 'Copies in this person' }))
    .not.toBeInTheDocument()
  await choose('Inheritance', 'Autosomal recessive')
  await choose('Copies in this person', 'Both copies')
  await accessible()
  await dialog.getByRole('textbox', { name: 'How they agreed, and to whom' }).fill('At the visit')
  await record()
  await expect.poll(() => sent).toMatchObject([{ inheritance: 'autosomal recessive', copies: [2] }])
  // The copies of a finding that is none of one recessive variant are not sent.
  await choose('Inheritance', 'Autosomal dominant')
  await record()
  await expect.poll(() => sent[1]).toMatchObject({ inheritance: 'autosomal dominant', copies: [] })
})

test.each([
  [true, [1]],
  [false, []],
])('a positive result asks for copies if one variant is recessive: %s', async (asksCopies, copies) => {
  const relative: CascadeRelativeView = {
    ...{ member: 'leo', name: 'Leo', relation: 'brother', degree: 1, state: 'not reached', isOpen: true },
    ...{ chance: { one: 0.75, all: 0.25 }, isCertain: false, steps: [], agreed: null, codeUntil: null },
  }
  const sent = showDialog(<StepDialog {...place} {...{ findingId: 2, relative, asksCopies }} />)
  const asked = dialog.getByRole('combobox', { name: 'Copies in this person' })
  await expect.element(asked).not.toBeInTheDocument()
  await choose('Step', 'Result: has the finding')
  if (asksCopies) await choose('Copies in this person', 'One copy')
  else await expect.element(asked).not.toBeInTheDocument()
  await accessible()
  await record()
  await expect.poll(() => sent).toMatchObject([{ member: 'leo', kind: 'positive', copies }])
})

test('the copies that are not recorded are asked beside the class', async () => {
  const sent = showDialog(
    <ClassDialog {...place} findingId={1} variantClass="Pathogenic" asksCopies={true} />,
  )
  await choose('Copies in this person', 'Both copies')
  await accessible()
  await record()
  await expect.poll(() => sent).toMatchObject([{ variantClass: 'Pathogenic', copies: [2] }])
})
