import { Checkbox, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { withdrawnInWords } from '#domain/consent/in-words.ts'
import { stopsTesting } from '#domain/consent/withdrawal.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { api, queryClient } from '#portal/api.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

interface WithdrawConsentDialogProps {
  order: Order
  opened: boolean
  onClose: () => void
}

const BLANK = { items: [] as string[], on: '', reason: '' }

/** Withdraws a person's consent, in whole or in parts; says beforehand what stops and what stays. */
export function WithdrawConsentDialog({ order, opened, onClose }: WithdrawConsentDialogProps) {
  const { hospitalCode: hospital, id, document } = order
  const { calendarDates } = useSession().configuration.features
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const [person, setPerson] = useState('')
  const [input, setInput] = useState(BLANK)
  const people = order.consentLedger.filter((one) => one.person === person || one.withdrawable.length > 0)
  // Fixed when the dialog opens: were it to follow the list, a retry could withdraw another person's consent.
  if (opened && person === '' && people[0]) setPerson(people[0].person)
  const chosen = people.find((one) => one.person === person)
  const items = input.items.filter((item) => chosen?.withdrawable.includes(item))
  const withdraw = useMutation({
    mutationFn: () =>
      api.orders.withdrawConsent({
        params: { hospital, id },
        body: { ...input, patient: person, items, reason: input.reason.trim() },
      }),
    onSuccess: () => {
      onClose()
      notifySuccess(texts.consentWithdrawn)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders', hospital] }),
  })
  if (!chosen) return null
  const name = calledInOrder(document, chosen.person)
  const withdrawn = chosen.items.filter((item) => item.withdrawn !== null)
  const stops = stopsTesting(chosen, items)
  // Of a reported order a test may still be running, so neither is said of it.
  const isReportedOrCancelled = order.state === 'reported' || order.state === 'cancelled'
  const isReady = items.length > 0 && isIsoDate(input.on) && input.reason.trim() !== ''
  return (
    <FormDialog
      {...{ opened, onClose }}
      size="lg"
      title={texts.withdrawTitle}
      confirm={stops ? texts.withdrawAndStop : texts.withdrawConsent}
      cancel={texts.keepConsent}
      danger
      ready={isReady}
      dirty={items.length > 0 || input.on !== '' || input.reason !== ''}
      busy={withdraw.isPending}
      problem={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClosed={() => {
        withdraw.reset()
        setInput(BLANK)
        setPerson('')
      }}
    >
      {people.length > 1 && (
        <Select
          label={texts.whoWithdraws}
          data={people.map((one) => ({ value: one.person, label: calledInOrder(document, one.person) }))}
          value={chosen.person}
          allowDeselect={false}
          onChange={(next) => {
            setPerson(next ?? '')
            setInput({ ...input, items: [] })
          }}
        />
      )}
      <Checkbox.Group
        label={texts.whatIsWithdrawn(name)}
        value={items}
        onChange={(next) => setInput({ ...input, items: next })}
      >
        <Stack gap="xs" mt="xs">
          {chosen.items
            .filter((item) => chosen.withdrawable.includes(item.id))
            .map((item) => (
              <Checkbox key={item.id} value={item.id} label={item.title} />
            ))}
          {withdrawn.map((item) => (
            <Text key={item.id} size="sm">
              {texts.withdrawnBefore(item.title, withdrawnInWords(item))}
            </Text>
          ))}
          {chosen.withdrawable.length === 0 && <Text size="sm">{texts.nothingToWithdraw(name)}</Text>}
        </Stack>
      </Checkbox.Group>
      <DateEntry
        variant={calendarDates ? 'calendar' : 'selects'}
        label={texts.withdrawnOn}
        required
        preventFuture
        offersToday
        value={input.on}
        onChange={(on) => setInput({ ...input, on })}
      />
      <Textarea
        label={texts.withdrawalReason}
        aria-required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={input.reason}
        onChange={(event) => setInput({ ...input, reason: event.currentTarget.value })}
      />
      <Text size="sm" role="status">
        {items.length === 0
          ? ''
          : stops
            ? texts.testingStops
            : isReportedOrCancelled
              ? texts.withdrawnOnly
              : texts.testingContinues}
      </Text>
    </FormDialog>
  )
}
