import { Checkbox, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import type { Order } from '#contract/order.ts'
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
  const people = order.consentLedger.filter(({ withdrawable }) => withdrawable.length > 0)
  const [person, setPerson] = useState('')
  const [input, setInput] = useState(BLANK)
  const chosen = people.find((one) => one.person === person) ?? people[0]
  const withdraw = useMutation({
    mutationFn: () =>
      api.orders.withdrawConsent({
        params: { hospital, id },
        body: { patient: chosen?.person ?? '', ...input, reason: input.reason.trim() },
      }),
    onSuccess: () => {
      onClose()
      notifySuccess(texts.consentWithdrawn)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders', hospital] }),
  })
  if (!chosen) return null
  const name = calledInOrder(document, chosen.person)
  const stops = stopsTesting(chosen, input.items)
  const isReady = input.items.length > 0 && isIsoDate(input.on) && input.reason.trim() !== ''
  return (
    <FormDialog
      {...{ opened, onClose }}
      size="lg"
      title={texts.withdrawTitle}
      confirm={stops ? texts.withdrawAndStop : texts.withdrawConsent}
      cancel={texts.keepConsent}
      danger
      ready={isReady}
      dirty={input.items.length > 0 || input.on !== '' || input.reason !== ''}
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
        value={input.items}
        onChange={(items) => setInput({ ...input, items })}
      >
        <Stack gap="xs" mt="xs">
          {chosen.items
            .filter((item) => chosen.withdrawable.includes(item.id))
            .map((item) => (
              <Checkbox key={item.id} value={item.id} label={item.title} />
            ))}
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
        {input.items.length === 0 ? '' : stops ? texts.testingStops : texts.testingContinues}
      </Text>
    </FormDialog>
  )
}
