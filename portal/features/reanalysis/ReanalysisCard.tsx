import { Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { lazy, useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { Reanalysis, ReanalysisCaseView, WaitingReanalysis } from '#contract/reanalysis.ts'
import { dayInWords } from '#domain/dates/dates.ts'
import { NOT_DUE_WORDS, reasonsInWords } from '#domain/reanalysis/words.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { calledInOrder } from '#portal/order/person.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import { LateDialog } from '#ui/LateDialog.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { LaterDialog } from './LaterDialog.tsx'
import * as texts from './texts.ts'

const RecordFindingsDialog = lazy(async () => ({
  default: (await import('./RecordFindingsDialog.tsx')).RecordFindingsDialog,
}))

interface ReanalysisCardProps {
  order: Order
  reanalysis: Reanalysis
}

/** Whether the order's data is analyzed again, what is new since its report, and a person's decision. */
export function ReanalysisCard({
  order,
  reanalysis: { cases, findings, waiting = [] },
}: ReanalysisCardProps) {
  const isDue = cases.some(({ due }) => due.isDue)
  return (
    <Card
      title={texts.title}
      id="reanalysis"
      essence={isDue ? texts.due : waiting.length > 0 ? texts.waits : texts.notDue}
    >
      <Stack gap="md">
        {cases.map((one) => (
          <CaseView key={one.testCode} order={order} known={one} />
        ))}
        {waiting.map((one) => (
          <WaitingView key={one.testCode} order={order} waiting={one} />
        ))}
        <Findings order={order} findings={findings} />
      </Stack>
    </Card>
  )
}

function CaseView({ order, known }: { order: Order; known: ReanalysisCaseView }) {
  const { testName, due, dueByAge, followUp, newer, closed, whatIsNew } = known
  const isPossible = due.isDue || due.why === 'too-early' || due.why === 'closed' || due.why === 'deceased'
  const byAge = dueByAge === null ? NOT_DUE_WORDS['too-early'] : texts.byAgeOn(dayInWords(dueByAge))
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{testName}</Text>
        <Badge variant="light" tt="none" color={due.isDue ? 'yellow' : 'gray'}>
          {due.isDue ? texts.due : texts.notDue}
        </Badge>
      </Group>
      <Text size="sm">
        {due.isDue
          ? texts.comesUp(dayInWords(due.since), reasonsInWords(due.reasons))
          : due.why === 'too-early'
            ? byAge
            : NOT_DUE_WORDS[due.why]}
      </Text>
      {followUp && <OwnerAndDay followUp={followUp} />}
      {newer.length > 0 && (
        <Text size="sm">
          {texts.orderedAs}{' '}
          {newer.map(({ id, isDraft }) => (
            <TextLink key={id} underline="always" {...linkTo(id, isDraft)}>
              {texts.newer(id, isDraft)}
            </TextLink>
          ))}
        </Text>
      )}
      {closed && <Text size="sm">{texts.closedBy(closed.by, showDay(closed.at), closed.statement)}</Text>}
      {isPossible && (
        <div>
          <Text size="sm" fw={600}>
            {texts.whatIsNew}
          </Text>
          <List size="sm">
            {whatIsNew.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Group gap="xs">
        {isPossible && order.abilities.includes('addTest') && <DraftDialog order={order} known={known} />}
        {followUp && (
          <>
            <LaterDialog order={order} known={known} revision={followUp.revision} />
            <CloseDialog order={order} known={known} revision={followUp.revision} />
          </>
        )}
      </Group>
    </Stack>
  )
}

/** One that can only be put off or closed: it is not analyzed again now. */
function WaitingView({ order, waiting }: { order: Order; waiting: WaitingReanalysis }) {
  const { testName, isQuestioned, followUp } = waiting
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{testName}</Text>
        <Badge variant="light" tt="none" color="yellow">
          {texts.waits}
        </Badge>
      </Group>
      <Text size="sm">{isQuestioned ? texts.questioned : texts.notOffered}</Text>
      <OwnerAndDay followUp={followUp} />
      <Group gap="xs">
        <LaterDialog order={order} known={waiting} revision={followUp.revision} />
        <CloseDialog order={order} known={waiting} revision={followUp.revision} />
      </Group>
    </Stack>
  )
}

function OwnerAndDay({ followUp: { owner, dueOn } }: { followUp: WaitingReanalysis['followUp'] }) {
  return (
    <Text size="sm">
      {[
        owner === '' ? texts.noOwner : texts.ownedBy(owner),
        ...(dueOn === null ? [] : [texts.decideBy(dayInWords(dueOn))]),
      ].join(' · ')}
    </Text>
  )
}

const linkTo = (id: number, isDraft: boolean) =>
  isDraft
    ? ({ to: '/create', search: { draft: id } } as const)
    : ({ to: '/order/details/$id', params: { id: String(id) } } as const)

function Findings({ order, findings }: { order: Order; findings: Reanalysis['findings'] }) {
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const isReplaced = (index: number) =>
    findings.some(
      (one, at) =>
        at > index && one.termId === findings[index]?.termId && one.patient === findings[index]?.patient,
    )
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.findingsTitle}
      </Text>
      {findings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noFindings}
        </Text>
      ) : (
        <List size="sm">
          {findings.map((one, index) => (
            <List.Item key={`${one.at} ${one.patient} ${one.termId}`}>
              {one.label} ({one.termId}
              {one.patient !== order.document.patients[0]?.key &&
                `, ${calledInOrder(order.document, one.patient)}`}
              ): {texts.observed(texts.statusWords[one.status], dayInWords(one.observedOn))}
              {one.note !== '' && `; ${one.note}`}
              <Text span size="sm" c="dimmed">
                {' '}
                {isReplaced(index) ? texts.replaced : texts.recordedBy(one.by, showDay(one.at))}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {order.abilities.includes('recordFindings') && (
        <Button
          variant="default"
          mt="xs"
          onClick={() => {
            setAsked(true)
            setOpened(true)
          }}
        >
          {texts.recordFindings}
        </Button>
      )}
      {asked && (
        <LateDialog onLeave={() => setOpened(false)}>
          <RecordFindingsDialog
            order={order}
            recorded={findings.length}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </LateDialog>
      )}
    </div>
  )
}
