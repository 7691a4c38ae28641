import { Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
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
  const keyOf = useRequestKeys()
  const copy = useMutation({
    onMutate: useHere(),
    mutationFn: (choice: string) =>
      api.orders.copy({
        params: { hospital, id },
        body: {
          ...{ draftKey: keyOf(choice), as: 'relative' },
          ...(choice === SAME ? {} : { testCode: choice }),
        },
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
      ready={!query.isPending}
      dirty={false}
      busy={copy.isPending}
      problem={copy.error}
      onConfirm={() => copy.mutate(value)}
      onClose={onClose}
    >
      {query.isPending ? (
        <LoadingIndicator />
      ) : query.isError ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <Radio.Group label={texts.testForRelative} value={value} onChange={choose}>
          <Stack gap="sm" mt="xs">
            {tests.map(({ testCode, testName, until, daysLeft }) => (
              <Radio
                key={testCode}
                value={testCode}
                label={texts.variantTest(testName, testCode)}
                description={windowInWords(until, daysLeft)}
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
      <Text size="sm" c="dimmed" mt="md">
        {texts.relativeHint}
      </Text>
    </FormDialog>
  )
}

function windowInWords(until: string | null, daysLeft: number | null): string {
  if (until === null || daysLeft === null) return texts.variantFilledIn
  return daysLeft < 0
    ? texts.windowOver(showDate(until))
    : texts.windowOpen(daysLeft === 1 ? '1 day' : `${daysLeft} days`, showDate(until))
}
