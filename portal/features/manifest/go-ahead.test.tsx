import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { GoAhead } from './GoAhead.tsx'
import { openManifest } from './open-manifest.ts'
import type { SheetRow } from './states.ts'

const { tests, today } = testContext(goodOrder())

function GoAheadOf({ manifest }: { manifest: ReturnType<typeof openManifest> }) {
  const { counts } = useSyncExternalStore(manifest.sheet.subscribe, manifest.sheet.state)
  const making = useSyncExternalStore(manifest.making.subscribe, manifest.making.state)
  return <GoAhead {...{ manifest, making }} ready={counts.ready} drafts={counts.draft} checking={false} />
}

/** A file of which the server knows two drafts and an edited one; `ready` rows are new. Gives what is sent. */
function showSheet({ ready, maySubmit }: { ready: number; maySubmit: boolean }) {
  const [exome] = tests
  if (!exome) throw new Error('the world has a test')
  const checkResult = (at: number): SheetRow['checkResult'] =>
    at < 3
      ? { outcome: 'standing', orderId: 100120 + at, orderState: 'draft', errors: at < 2 ? [] : [EDITED] }
      : { outcome: 'ready', orderId: null, errors: [] }
  const rows = Array.from({ length: 3 + ready }, (_, at) => ({
    ...{ row: at + 2, cells: { 'Last name': `P${at}` }, key: `row ${at}`, errors: [] },
    checkResult: checkResult(at),
  }))
  const sent: [goAhead: string, lines: number][] = []
  const manifest = openManifest({
    ...{ hospital: 'P1', rows, store: { rows: async () => undefined }, wait: async () => undefined },
    head: {
      rules: { test: exome, today, institutionState: 'IL' },
      ...{ filename: 'plate.csv', referral1: '', ignored: [] },
    },
    api: {
      manifest: {
        import: async ({
          body,
        }: {
          body: { goAhead: 'draft' | 'submit'; file: { content: Uint8Array } }
        }) => {
          const names = new TextDecoder().decode(body.file.content).match(/P\d/g) ?? []
          sent.push([body.goAhead, names.length])
          const outcome = body.goAhead === 'submit' ? 'submitted' : 'drafted'
          return {
            rows: names.map((name) => ({
              ...{ row: Number(name.slice(1)) + 2, outcome, orderId: 100120, errors: [] },
            })),
          }
        },
      },
    } as never,
  })
  const session = {
    user: { firstName: 'Ada', lastName: 'Okafor' },
    can: (permission: string) => permission !== 'SubmitOrder' || maySubmit,
  } as unknown as Session
  show(
    <SessionContext value={session}>
      <GoAheadOf manifest={manifest} />
    </SessionContext>,
  )
  return { sent, manifest }
}

const EDITED = {
  ...{ column: '', path: '', rule: 'version-conflict', severity: 'warning' as const },
  message: 'Order 100122 was created from this row and edited since',
}
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map((one) => one.textContent)

test('whoever may submit submits the drafts of an earlier upload, but none that was edited since', async () => {
  const { sent, manifest } = showSheet({ ready: 0, maySubmit: true })
  expect(names()).toEqual(['Submit 2 drafts'])
  await page.getByRole('button', { name: 'Submit 2 drafts' }).click()
  await expect
    .element(page.getByText(/2 drafts of an earlier upload of .* go to the laboratory/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Sign and submit 2 orders' }).click()
  await expect.poll(() => manifest.making.state()).toMatchObject({ is: 'done', done: 2, total: 2 })
  expect(sent).toEqual([['submit', 2]])
  expect(manifest.sheet.state().states).toEqual(['submitted', 'submitted', 'warned'])
})

test.each<[button: string, confirm: string, sent: readonly [string, number], states: string[]]>([
  ['Save 1 as a draft', 'Save 1 draft', ['draft', 1], ['draft', 'draft', 'warned', 'drafted']],
  [
    ...(['Submit the 1 that is ready', 'Sign and submit 1 order', ['submit', 1]] as const),
    ['draft', 'draft', 'warned', 'submitted'],
  ],
  [
    ...(['Submit 2 drafts', 'Sign and submit 2 orders', ['submit', 2]] as const),
    ['submitted', 'submitted', 'warned', 'ready'],
  ],
])(
  'new rows are saved and submitted without the drafts, and these without them: %s',
  async (button, confirm, only, states) => {
    const { sent, manifest } = showSheet({ ready: 1, maySubmit: true })
    expect(names()).toEqual(['Save 1 as a draft', 'Submit 2 drafts', 'Submit the 1 that is ready'])
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('button', { name: confirm, exact: true }).click()
    await expect.poll(() => manifest.making.state().is).toBe('done')
    expect(sent).toEqual([only])
    expect(manifest.sheet.state().states).toEqual(states)
  },
)

test('whoever may not submit is offered nothing for drafts', () => {
  showSheet({ ready: 0, maySubmit: false })
  expect(names()).toEqual([])
})
