import { ActionIcon, Alert, Group, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { Reanalysis } from '#contract/reanalysis.ts'
import { dayInWords, isIsoDate } from '#domain/dates/dates.ts'
import { FEATURE_STATUSES, type FeatureStatus } from '#domain/orders/phenotype.ts'
import { keysInOrder } from '#domain/orders/subject.ts'
import { MOST_NEW_FINDINGS } from '#domain/reanalysis/findings.ts'
import { api, queryClient } from '#portal/api.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { calledInOrder } from '#portal/order/person.ts'
import { useSession } from '#portal/session/session.ts'
import { showDay } from '#ui/dates.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

interface RecordFindingsDialogProps {
  order: Order
  /** How many records there are. */
  recorded: number
  opened: boolean
  onClose: () => void
}

interface Chosen {
  patient: string
  termId: string
  label: string
  status: FeatureStatus
}

const isOvertaken = (error: unknown) =>
  error instanceof ProblemError && error.problem.code === 'version-conflict'

const BLANK = { findings: [] as Chosen[], observedOn: '', note: '' }

/** Records what was found in the order's people since the report, beside the signed order. */
export function RecordFindingsDialog({ order, recorded, opened, onClose }: RecordFindingsDialogProps) {
  const { hospitalCode: hospital, id, document } = order
  const { calendarDates } = useSession().configuration.features
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const people = keysInOrder(document).map((key) => ({ value: key, label: calledInOrder(document, key) }))
  const [patient, setPatient] = useState(people[0]?.value ?? '')
  const [input, setInput] = useState(BLANK)
  const { findings } = input
  const change = (next: Chosen[]) => setInput({ ...input, findings: next })
  const asOpened = useAsOpened(opened, recorded)
  // Those of the last refusal: the user is told of what came since the dialog was opened.
  const [told, setTold] = useState<Reanalysis['findings']>([])
  const since = told.slice(asOpened)
  const seen = Math.max(asOpened, told.length)
  const record = useMutation({
    mutationFn: () =>
      api.reanalysis.recordFindings({
        params: { hospital, id },
        query: { seen },
        body: {
          ...{ observedOn: input.observedOn, note: input.note },
          findings: findings.map(({ label: _, ...finding }) => finding),
        },
      }),
    onSuccess: () => {
      onClose()
      notifySuccess(texts.findingsRecorded)
    },
    onError: async (error) => {
      if (!isOvertaken(error)) return
      // Without them the refusal itself is shown.
      const { findings: now } = await api.reanalysis
        .get({ params: { hospital, id } })
        .catch(() => ({ findings: told }))
      setTold(now)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders', hospital] }),
  })
  const nameOf = ({ label, patient: of }: Pick<Chosen, 'label' | 'patient'>) =>
    people.length > 1 ? `${label} (${calledInOrder(document, of)})` : label
  return (
    <FormDialog
      {...{ opened, onClose }}
      size="lg"
      title={texts.recordTitle}
      confirm={texts.recordFindings}
      ready={findings.length > 0 && isIsoDate(input.observedOn)}
      dirty={findings.length > 0 || input.note !== ''}
      busy={record.isPending}
      problem={since.length > 0 && isOvertaken(record.error) ? null : record.error}
      onConfirm={() => record.mutate()}
      onClosed={() => {
        record.reset()
        setInput(BLANK)
        setTold([])
      }}
    >
      <Text size="sm">{texts.recordHint}</Text>
      {people.length > 1 && (
        <Select
          label={texts.whose}
          data={people}
          value={patient}
          allowDeselect={false}
          onChange={(key) => setPatient(key ?? patient)}
        />
      )}
      <SearchPicker
        path="/findings"
        label={texts.finding}
        placeholder={texts.findingPlaceholder}
        error={null}
        onBlur={() => undefined}
        queryKey={['phenotype', 'terms']}
        search={async (keywords: string) => {
          const { terms } = await api.phenotype.terms({ query: { keywords, top: 20 } })
          return terms.filter(({ isFinding }) => isFinding)
        }}
        from={2}
        choiceOf={({ id: termId, label, matched }) => ({
          key: termId,
          names: [termId, label],
          content: `${label} ${matched === '' ? termId : texts.alsoCalled(termId, matched)}`,
          disabled:
            findings.length >= MOST_NEW_FINDINGS ||
            findings.some((one) => one.patient === patient && one.termId === termId),
          pick: () => change([...findings, { patient, termId, label, status: 'present' }]),
        })}
      />
      {findings.length > 0 && (
        <Stack gap="xs" role="list" aria-label={texts.chosenFindings}>
          {findings.map((one, index) => (
            <Group key={`${one.patient} ${one.termId}`} role="listitem" gap="xs">
              <Text size="sm" style={{ flex: '1 1 160px' }}>
                {nameOf(one)}
              </Text>
              <SegmentedControl
                size="xs"
                aria-label={texts.isPresent(nameOf(one))}
                value={one.status}
                data={FEATURE_STATUSES.map((status) => ({ value: status, label: texts.statusWords[status] }))}
                onChange={(status) =>
                  change(
                    findings.map((finding, at) =>
                      at === index ? { ...finding, status: status as FeatureStatus } : finding,
                    ),
                  )
                }
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeFinding(nameOf(one))}
                onClick={() => change(findings.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <DateEntry
        variant={calendarDates ? 'calendar' : 'selects'}
        label={texts.observedOn}
        required
        preventFuture
        offersToday
        value={input.observedOn}
        onChange={(observedOn) => setInput({ ...input, observedOn })}
      />
      <Textarea
        label={texts.note}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={300}
        value={input.note}
        onChange={(event) => setInput({ ...input, note: event.currentTarget.value })}
      />
      {since.length > 0 && (
        <Alert color="yellow" role="alert" title={texts.recordedSince}>
          <ul>
            {since.map((one) => (
              <li key={`${one.at} ${one.patient} ${one.termId}`}>
                {nameOf(one)}: {texts.observed(texts.statusWords[one.status], dayInWords(one.observedOn))}
                {one.note !== '' && `; ${one.note}`}, {texts.recordedBy(one.by, showDay(one.at))}
              </li>
            ))}
          </ul>
          {texts.recordedSinceHint}
        </Alert>
      )}
    </FormDialog>
  )
}
