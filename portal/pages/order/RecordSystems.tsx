import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import type { OrderRecordSystem } from '#contract/record-system.ts'
import { api } from '#portal/api.ts'
import { orderOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { showDay } from '#ui/dates.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import * as texts from './record-system-texts.ts'

/** What a hospital's record system has to do with an order: its changes since, and results that it has not got. */
export function RecordSystems({ order }: { order: Order }) {
  return (order.recordSystems ?? []).map((system, index) => (
    <RecordSystem key={index} order={order} system={system} />
  ))
}

function RecordSystem({ order, system }: { order: Order; system: OrderRecordSystem }) {
  const { change, name, now, numbers, results } = system
  const held = results.find(({ state }) => state === 'held')
  const newest = results.at(-1)
  const number = numbers.join(', ')
  return (
    <>
      {change === 'cancelled' && (
        <Banner tone="bad" title={texts.cancelledTitle(name)}>
          {texts.cancelledHint(number)}
        </Banner>
      )}
      {change === 'changed' && (
        <Banner tone="bad" title={texts.changedTitle(name)}>
          {texts.changedHint(number)}
          <ul>
            {/* Tests that were placed together may have the same specimen and day. */}
            {now.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </Banner>
      )}
      {held ? (
        <Held order={order} name={name} until={held.heldUntil ?? held.at} />
      ) : (
        newest && (
          <Banner tone="quiet" title={texts.resultTitle(newest.state, name)}>
            {texts.resultHint(newest.state, showDay(newest.at), number)}
          </Banner>
        )
      )}
    </>
  )
}

function Held({ order, name, until }: { order: Order; name: string; until: string }) {
  const queries = useQueryClient()
  const { can } = useSession()
  const { id, hospitalCode: hospital } = order
  const release = useMutation({
    mutationFn: () => api.ehr.release({ params: { hospital, id } }),
    onSuccess: () => notifySuccess(texts.released(name)),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: orderOptions(hospital, id).queryKey }),
  })
  return (
    <Banner
      tone="quiet"
      title={texts.heldTitle(name)}
      actions={
        can('SubmitOrder') && (
          <Button loading={release.isPending} onClick={() => release.mutate()}>
            {texts.release}
          </Button>
        )
      }
    >
      {texts.heldHint(showDay(until))}
    </Banner>
  )
}
