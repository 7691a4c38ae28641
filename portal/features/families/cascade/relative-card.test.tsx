import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CascadeRelativeView } from '#contract/family-cascade.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { RelativeCard } from './RelativeCard.tsx'

const BROTHER: CascadeRelativeView = {
  ...{ member: 'leo', name: 'Leo', relation: 'brother', degree: 1, state: 'not reached', isOpen: true },
  ...{ chance: { one: 0.75, all: 0.25 }, isCertain: false, steps: [], agreed: null, codeUntil: null },
}

test.each([
  [true, 'Chance: at least one copy: 75 %, about 3 in 4; both copies: 25 %, about 1 in 4'],
  [false, 'Chance: 75 %, about 3 in 4'],
])('recessive %s: a relative’s chance says of how many copies it is', async (isRecessive, words) => {
  show(
    <main>
      <h1>Cascade</h1>
      <h2>Finding</h2>
      <ul>
        <RelativeCard
          relative={BROTHER}
          isRecessive={isRecessive}
          mayChange={false}
          onAsk={() => undefined}
        />
      </ul>
    </main>,
  )
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await accessible()
})
