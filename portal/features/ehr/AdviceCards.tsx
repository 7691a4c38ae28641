import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdviceCall, AdviceOfHospital } from '#contract/ehr.ts'
import { api } from '#portal/api.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'
import { ADVICE_OUTCOME_WORDS, ADVICE_SERVICE_WORDS } from './words.ts'

/** Advice in hospitals’ charts: which of them may ask, what they asked, and what users did with the answers. */
export function AdviceCards({ advice, calls }: { advice: AdviceOfHospital[]; calls: AdviceCall[] }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ interfaceCode, isOn }: AdviceOfHospital) =>
      api.ehr.setAdvice({ params: { interface: interfaceCode }, body: { on: !isOn } }),
    onSuccess: (_reply, { isOn, interfaceName }) =>
      notifySuccess(isOn ? texts.adviceIsOff(interfaceName) : texts.adviceIsOn(interfaceName)),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ['laboratory', 'ehr'] }),
  })
  if (advice.length === 0) return null
  return (
    <>
      <Card title={texts.advice}>
        <p>{texts.adviceHint}</p>
        <DataTable
          label={texts.advice}
          rows={advice}
          keyOf={({ interfaceCode }) => interfaceCode}
          columns={[
            {
              ...{ label: texts.interfaceHeading, card: 'head' },
              cell: ({ interfaceName, iss, address }) => (
                <>
                  <div>{interfaceName}</div>
                  <div className={list.second}>{address}</div>
                  <div className={list.second}>{texts.signedBy(iss)}</div>
                </>
              ),
            },
            {
              label: texts.askedHeading,
              cell: ({ asked, late, refused }) => (
                <>
                  <div>{asked}</div>
                  {(late > 0 || refused > 0) && (
                    <div className={list.second}>{texts.lateAndRefused(late, refused)}</div>
                  )}
                </>
              ),
            },
            {
              label: texts.cardsHeading,
              cell: ({ cards, accepted, overridden }) => (
                <>
                  <div>{cards}</div>
                  {cards > 0 && <div className={list.second}>{texts.feedback(accepted, overridden)}</div>}
                </>
              ),
            },
            {
              ...{ label: texts.actions, card: 'foot' },
              cell: (row) => (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={texts.switchOf(row.isOn, row.interfaceName)}
                  loading={change.isPending && change.variables.interfaceCode === row.interfaceCode}
                  onClick={() => change.mutate(row)}
                >
                  {row.isOn ? texts.switchOff : texts.switchOn}
                </Button>
              ),
            },
          ]}
        />
      </Card>
      {calls.length > 0 && <Calls calls={calls} />}
    </>
  )
}

function Calls({ calls }: { calls: AdviceCall[] }) {
  return (
    <Card title={texts.adviceCalls}>
      <DataTable
        label={texts.adviceCalls}
        rows={calls}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ label: texts.askedHeading, card: 'head' },
            cell: ({ service, interfaceName, at }) => (
              <>
                <div>{ADVICE_SERVICE_WORDS[service] ?? service}</div>
                <div className={list.second}>
                  {interfaceName}, {showAgo(at)}
                </div>
              </>
            ),
          },
          {
            label: texts.answeredHeading,
            cell: ({ outcome, reason, tookMs, cards }) => (
              <>
                {cards.map(({ summary, orderId, outcome: feedback, reason: why }, index) => (
                  <div key={index}>
                    <div>{summary}</div>
                    <div className={list.second}>{texts.ofCard(orderId, feedback, why)}</div>
                  </div>
                ))}
                {cards.length === 0 && <div>{texts.noCard(ADVICE_OUTCOME_WORDS[outcome], reason)}</div>}
                <div className={list.second}>{counted(tookMs, 'millisecond')}</div>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
