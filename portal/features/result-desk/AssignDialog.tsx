import { Alert, Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Comparison } from './Comparison.tsx'
import { candidatesOptions } from './queries.ts'
import { ReasonField } from './ReasonField.tsx'
import { StatusField, type TakenStatus } from './StatusField.tsx'
import * as texts from './texts.ts'
import { type DecisionProps, useDecision } from './use-decision.ts'
import { orderNumberIn } from './words.ts'

/** Gives the result to a person of another order, once its people are compared with the message. */
export function AssignDialog({ result, opened, onClose }: DecisionProps) {
  const [typed, setTyped] = useState('')
  const [person, setPerson] = useState<string | null>(null)
  const [status, setStatus] = useState<TakenStatus | ''>('')
  const [reason, setReason] = useState('')
  const [debounced] = useDebouncedValue(typed, 300)
  const number = orderNumberIn(debounced)
  const other = useQuery(candidatesOptions(result.id, opened ? number : null))
  const isUnclear = result.status === 'unclear'
  const found = orderNumberIn(typed) === number ? other.data : undefined
  const assign = useDecision(
    () =>
      api.resultDesk.assign({
        params: { id: result.id },
        body: {
          reason: reason.trim(),
          orderId: found?.orderId ?? 0,
          person: person ?? '',
          ...(isUnclear && status !== '' ? { as: status } : {}),
        },
      }),
    { onClose, done: texts.resultMoved(found?.orderId ?? '') },
  )
  const isMissing = other.error instanceof ProblemError && other.error.problem.code === 'not-found'
  return (
    <FormDialog
      opened={opened}
      size="xl"
      title={texts.moveTitle}
      confirm={texts.moveResult}
      ready={found !== undefined && person !== null && reason.trim() !== '' && !(isUnclear && status === '')}
      dirty={typed !== '' || reason !== ''}
      busy={assign.isPending}
      problem={assign.error}
      onConfirm={() => assign.mutate(undefined)}
      onClose={onClose}
      onClosed={() => {
        setTyped('')
        setPerson(null)
        setStatus('')
        setReason('')
        assign.reset()
      }}
    >
      <TextInput
        label={texts.orderNumber}
        inputMode="numeric"
        aria-required
        data-autofocus
        value={typed}
        error={
          typed.trim() !== '' && orderNumberIn(typed) === null
            ? texts.digitsOnly
            : isMissing && number === orderNumberIn(typed)
              ? `No submitted order ${number} exists.`
              : undefined
        }
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setPerson(null)
        }}
      />
      {number !== null && other.isFetching && <Skeleton height={120} aria-label={texts.theOrderIsLoading} />}
      {other.isError && !isMissing && <ErrorState problem={other.error} retry={() => other.refetch()} />}
      {found && (
        <>
          <Alert color="gray" title={texts.orderAndTest(found.orderId, found.testName)}>
            {found.institutionName}
            {found.hospitalCode !== result.hospitalCode &&
              '. This is another institution: its users will see the result.'}
          </Alert>
          <Comparison message={result.message} people={found.order} chosen={person} onChoose={null} />
          <Radio.Group label={texts.whoseResultItIs} value={person ?? ''} onChange={setPerson}>
            <Stack gap="xs" mt={4}>
              {found.order.map((one) => (
                <Radio key={one.person} value={one.person} label={`${one.name} (${one.relationship})`} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
      {isUnclear && <StatusField value={status} onChange={setStatus} />}
      <ReasonField value={reason} onChange={setReason} description={texts.moveReasonHint} />
    </FormDialog>
  )
}
