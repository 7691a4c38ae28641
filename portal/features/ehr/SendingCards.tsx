import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutgoingMessage, ResultSending } from '#contract/ehr.ts'
import { api } from '#portal/api.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showAgo } from '#ui/dates.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { SkipDialog } from './SkipDialog.tsx'
import * as texts from './texts.ts'
import { OUTGOING_WORDS, RESULT_WORDS } from './words.ts'

/** Results to hospitals: how sending stands for each, and what has not reached its hospital. */
export function SendingCards({
  sending,
  outgoing,
}: {
  sending: ResultSending[]
  outgoing: OutgoingMessage[]
}) {
  const [again, setAgain] = useState<ResultSending | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const act = useSending(() => setConfirming(false))
  if (sending.length === 0) return null
  return (
    <>
      <Card title={texts.resultsOut}>
        <DataTable
          label={texts.resultsOut}
          rows={sending}
          keyOf={({ interfaceCode }) => interfaceCode}
          columns={[
            { label: texts.interfaceHeading, card: 'head', cell: ({ interfaceName }) => interfaceName },
            {
              label: texts.waitingHeading,
              cell: ({ waiting, held, waitingSince }) => (
                <>
                  <div>{texts.waitingOf(waiting, waitingSince && showAgo(waitingSince))}</div>
                  {held > 0 && <div className={list.second}>{texts.heldOf(held)}</div>}
                </>
              ),
            },
            {
              label: texts.lastError,
              cell: ({ tries, lastError }) => (tries === 0 ? texts.noError : texts.triesOf(tries, lastError)),
            },
            {
              ...{ label: texts.refusedHeading, card: 'foot' },
              cell: (row) =>
                row.refused === 0 ? (
                  '0'
                ) : (
                  <Group gap="xs">
                    {row.refused}
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => {
                        setAgain(row)
                        setConfirming(true)
                      }}
                    >
                      {texts.sendAllAgain}
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
      </Card>
      {outgoing.length > 0 && <Outgoing rows={outgoing} />}
      <ConfirmDialog
        opened={isConfirming}
        title={texts.sendAllAgainTitle(again?.interfaceName ?? '')}
        confirm={texts.sendAgain}
        busy={act.isPending}
        onConfirm={() =>
          again && act.mutate(() => api.ehr.sendAllAgain({ params: { interface: again.interfaceCode } }))
        }
        onClose={() => setConfirming(false)}
      >
        {texts.sendAllAgainHint}
      </ConfirmDialog>
    </>
  )
}

/** Sends or skips, then reads the page's lists again. */
function useSending(onDone: () => void = () => {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: () => Promise<unknown>) => what(),
    onSuccess: () => notifySuccess(texts.willBeSent),
    onError: notifyProblem,
    onSettled: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: ['laboratory', 'ehr'] })
    },
  })
}

function Outgoing({ rows }: { rows: OutgoingMessage[] }) {
  const { institution, selectInstitution } = useSession()
  const [skipped, setSkipped] = useState<OutgoingMessage | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const act = useSending()
  return (
    <Card title={texts.notReached}>
      <p>{texts.notReachedHint}</p>
      <DataTable
        label={texts.notReached}
        rows={rows}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            ...{ label: texts.ordersHeading, card: 'head' },
            cell: ({ orderId, hospitalCode, status }) => (
              <>
                <Link
                  to="/order/details/$id"
                  params={{ id: String(orderId) }}
                  onClick={() => {
                    if (hospitalCode !== institution.code) selectInstitution(hospitalCode)
                  }}
                >
                  {orderId}
                </Link>
                <div className={list.second}>{RESULT_WORDS[status]}</div>
              </>
            ),
          },
          {
            label: texts.interfaceHeading,
            cell: ({ interfaceName, writtenAt }) => (
              <>
                <div>{interfaceName}</div>
                <div className={list.second}>{showAgo(writtenAt)}</div>
              </>
            ),
          },
          {
            label: texts.whyHeading,
            cell: ({ state, reason, sentAgain }) => (
              <>
                <div>{OUTGOING_WORDS[state]}</div>
                {reason !== '' && <div className={list.second}>{reason}</div>}
                {sentAgain > 0 && <div className={list.second}>{texts.sentAgainOf(sentAgain)}</div>}
              </>
            ),
          },
          {
            ...{ label: texts.actions, card: 'foot' },
            cell: (row) => (
              <Group gap="xs">
                {(row.state === 'refused' || row.state === 'waiting') && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={texts.sendAgainOf(row.orderId)}
                    disabled={act.isPending}
                    onClick={() => act.mutate(() => api.ehr.sendAgain({ params: { id: row.id } }))}
                  >
                    {texts.sendAgain}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="default"
                  aria-label={texts.skipOf(row.orderId)}
                  onClick={() => {
                    setSkipped(row)
                    setSkipping(true)
                  }}
                >
                  {texts.skip}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      <SkipDialog message={skipped} opened={isSkipping} onClose={() => setSkipping(false)} />
    </Card>
  )
}
