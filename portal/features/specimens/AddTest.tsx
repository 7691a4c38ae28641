import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { TestSummary } from '#contract/catalogue.ts'
import type { Order } from '#contract/order.ts'
import type { AddOn } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { BeginButton } from '#portal/order/BeginButton.tsx'
import { useOpenDraft } from '#portal/order/use-open-draft.ts'
import { sampleAndBirth } from '#portal/order/words.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { TestPicker } from './TestPicker.tsx'
import * as texts from './texts.ts'

const KINDS = [
  { kind: 'add-on', label: texts.furtherTest, words: texts.furtherTestHint },
  { kind: 'reflex', label: texts.reflexTest, words: texts.reflexTestHint },
  { kind: 'reanalysis', label: texts.reanalysis, words: texts.reinterpretExistingData },
] as const satisfies readonly { kind: AddOn['kind']; label: string; words: string }[]

interface Wish {
  tests: TestSummary[]
  kind: AddOn['kind']
  /** Another for every other wish: the same again finds the draft that it has made. */
  draftKey: string
}

const emptyWish = (part: Partial<Wish> = {}): Wish => ({
  tests: [],
  kind: 'add-on',
  ...part,
  draftKey: crypto.randomUUID(),
})

interface AddTestProps {
  sample: Order['samples'][number]
  /** That it is of. */
  order: Pick<Order, 'hospitalCode' | 'document'>
  /** Tests may be added to it now. */
  offered: boolean
  /** Of the button; small in a row of a table. */
  size?: 'sm' | 'compact-sm'
}

/** Begins an order of further tests on a specimen that the laboratory has (API-47). */
export function AddTest({ sample, order, offered, size = 'compact-sm' }: AddTestProps) {
  const { hospitalCode } = order
  const [formState, setFormState] = useState(emptyWish)
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: ({ tests, kind, draftKey }: Wish) =>
      api.samples.addTest({
        params: { h: hospitalCode, id: sample.id },
        body: {
          draftKey,
          testCodes: tests.map(({ code }) => code),
          isReflex: kind === 'reflex',
          isReanalysis: kind === 'reanalysis',
        },
      }),
    onDone: useOpenDraft(),
  })
  return (
    <>
      {offered && (
        <BeginButton
          variant="default"
          size={size}
          onClick={open}
          aria-label={texts.addTestTo(sampleAndBirth(sample, order))}
        >
          {texts.addTest}
        </BeginButton>
      )}
      <FormDialog
        {...dialog}
        title={texts.addTestTitle}
        confirm={texts.startOrder}
        ready={formState.tests.length > 0}
        dirty={formState.tests.length > 0}
        onConfirm={() => dialog.onConfirm(formState)}
        onClosed={() => setFormState(emptyWish())}
      >
        <div>{texts.draftHint(sampleAndBirth(sample, order))}</div>
        <Radio.Group
          label={texts.purpose}
          value={formState.kind}
          onChange={(value) => {
            const chosen = KINDS.find(({ kind }) => kind === value)
            if (chosen) setFormState(emptyWish({ ...formState, kind: chosen.kind }))
          }}
        >
          <Stack gap={6} mt={6}>
            {KINDS.map(({ kind, label, words }) => (
              <Radio key={kind} value={kind} label={label} description={words} />
            ))}
          </Stack>
        </Radio.Group>
        <TestPicker
          label={texts.tests}
          chosen={formState.tests}
          onChange={(tests) => setFormState(emptyWish({ ...formState, tests }))}
        />
      </FormDialog>
    </>
  )
}
