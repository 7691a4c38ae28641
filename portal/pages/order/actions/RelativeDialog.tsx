import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'
import { useHere } from '#portal/links/use-here.ts'
import { useOpenDraft } from '#portal/order/use-open-draft.ts'
import { testsInWords } from '#portal/order/words.ts'
import { useRequestKeys } from '#portal/request-keys.ts'
import { showDate } from '#ui/dates.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import * as texts from '../texts.ts'

interface RelativeDialogProps {
  order: Order
  opened: boolean
  onClose: () => void
}

const SAME = 'same'

type RelativeTest = ReplyOf<(typeof ordersRoutes)['relativeTests']>[number]
type Found = RelativeTest['variants'][number]
const keyOfVariant = ({ reportId, variantKey }: Found) => `${reportId} ${variantKey}`

/** Which test a relative gets: for the variant of this order, within the family's window, or the same test. */
export function RelativeDialog({ order, opened, onClose }: RelativeDialogProps) {
  const { hospitalCode: hospital, id } = order
  const openDraft = useOpenDraft()
  const query = useQuery({
    queryKey: ['orders', hospital, id, 'relative-tests'],
    queryFn: () => api.orders.relativeTests({ params: { hospital, id } }),
    enabled: opened,
  })
  const tests = query.data ?? []
  const [chosen, choose] = useState<string | null>(null)
  // Within the window the targeted test is proposed; after it, the ordinary one.
  const isOpen = ({ daysLeft }: { daysLeft: number | null }) => daysLeft === null || daysLeft >= 0
  const value = chosen ?? tests.find(isOpen)?.testCode ?? SAME
  const test = tests.find(({ testCode }) => testCode === value)
  // The most certain one, until the user chooses.
  const [picked, pick] = useState<string[] | null>(null)
  const offered = test?.variants ?? []
  const variants = offered.filter((one, index) => (picked ? picked.includes(keyOfVariant(one)) : index === 0))
  const keyOf = useRequestKeys()
  const copy = useMutation({
    onMutate: useHere(),
    mutationFn: (choice: Choice) =>
      api.orders.copy({
        params: { hospital, id },
        body: { draftKey: keyOf(JSON.stringify(choice)), as: 'relative', ...choice },
      }),
    onSuccess: (draft, _, stillHere) => {
      onClose()
      return openDraft(draft, stillHere)
    },
  })
  return (
    <FormDialog
      opened={opened}
      title={texts.orderForARelative}
      confirm={texts.startOrder}
      ready={!query.isPending && (offered.length === 0 || variants.length > 0)}
      dirty={false}
      busy={copy.isPending}
      problem={copy.error}
      onConfirm={() => copy.mutate(choiceOf(value, variants))}
      onClose={onClose}
    >
      {query.isPending ? (
        <LoadingIndicator />
      ) : query.isError ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <Radio.Group
          label={texts.testForRelative}
          value={value}
          onChange={(code) => {
            choose(code)
            pick(null)
          }}
        >
          <Stack gap="sm" mt="xs">
            {tests.map(({ testCode, testName, until, daysLeft, variants: [only, ...others] }) => (
              <Radio
                key={testCode}
                value={testCode}
                label={texts.variantTest(testName, testCode)}
                description={joined(
                  windowInWords(until, daysLeft),
                  only && others.length === 0 ? only.words : '',
                )}
              />
            ))}
            <Radio
              value={SAME}
              label={texts.sameTest(testsInWords(order))}
              description={texts.sameTestHint}
            />
          </Stack>
        </Radio.Group>
      )}
      {test && offered.length > 1 && (
        <Variants test={test} chosen={variants.map(keyOfVariant)} onChange={pick} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {texts.relativeHint}
      </Text>
    </FormDialog>
  )
}

/** What is sent of the choice: only of several variants, which are filled in. */
function choiceOf(value: string, variants: readonly Found[]) {
  if (value === SAME) return {}
  const named = variants.map(({ reportId, variantKey }) => ({ reportId, variantKey }))
  return { testCode: value, ...(named.length > 0 ? { variants: named } : {}) }
}
type Choice = ReturnType<typeof choiceOf>

interface VariantsProps {
  test: RelativeTest
  chosen: string[]
  onChange: (keys: string[]) => void
}

/** Which of the report's variants the relative is tested for: one, or as many as the test looks at. */
function Variants({ test: { variants, most }, chosen, onChange }: VariantsProps) {
  if (most === 1)
    return (
      <Radio.Group
        label={texts.variantForRelative}
        value={chosen[0] ?? ''}
        onChange={(key) => onChange([key])}
        mt="md"
      >
        <Stack gap="sm" mt="xs">
          {variants.map((one) => (
            <Radio key={keyOfVariant(one)} value={keyOfVariant(one)} label={one.words} />
          ))}
        </Stack>
      </Radio.Group>
    )
  return (
    <Checkbox.Group
      label={texts.variantsForRelative}
      value={chosen}
      {...(most === null ? {} : { maxSelectedValues: most })}
      onChange={onChange}
      mt="md"
    >
      <Stack gap="sm" mt="xs">
        {variants.map((one) => (
          <Checkbox key={keyOfVariant(one)} value={keyOfVariant(one)} label={one.words} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const joined = (...words: string[]) => words.filter(Boolean).join(' ')

function windowInWords(until: string | null, daysLeft: number | null): string {
  if (until === null || daysLeft === null) return texts.variantFilledIn
  return daysLeft < 0
    ? texts.windowOver(showDate(until))
    : texts.windowOpen(daysLeft === 1 ? '1 day' : `${daysLeft} days`, showDate(until))
}
