import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import { MOST_MANIFEST_ROWS, manifestTemplate } from '#contract/manifest-file.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import { readCopyTo } from '#domain/manifest/recipient.ts'
import { newOrder } from '#domain/orders/document.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'
import { grouped } from '#domain/text/figures.ts'
import { api } from '#portal/api.ts'
import { testInOneLine } from '#portal/order/labels.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ColumnGuide } from './ColumnGuide.tsx'
import { CRUMBS } from './crumbs.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { Rules } from './judge.ts'
import classes from './manifest.module.css'
import { saveText } from './save-text.ts'
import type { ManifestHead } from './sheet-store.ts'
import type { SheetRow } from './states.ts'
import { TestPicker } from './TestPicker.tsx'
import * as texts from './texts.ts'
import { useReading } from './use-reading.ts'

type OnRead = (head: ManifestHead, rows: readonly SheetRow[]) => void

/** The catalogue's test as the rules of orders know it. */
function orderable(test: TestDetails): OrderableTest {
  return {
    ...test,
    needs: test.sections.filter(({ setting }) => setting.required).map(({ section }) => section),
  }
}

/** The first step: the test, its template, and the file. */
export function StartStep({ onRead }: { onRead: OnRead }) {
  const { institution } = useSession()
  const { test: code = '' } = useSearch({ from: '/signed-in/create/manifest' })
  const navigate = useNavigate()
  const choose = (test: string | undefined) =>
    void navigate({ to: '/create/manifest', search: test ? { test } : {}, replace: true })
  const test = useQuery({
    queryKey: ['catalogue', 'test', code, institution.code],
    queryFn: () => api.catalogue.test({ params: { code }, query: { institutionCode: institution.code } }),
    enabled: code !== '',
    staleTime: 15 * 60_000,
  })
  return (
    <>
      <PageHead
        title={texts.uploadAManifest}
        crumbs={CRUMBS}
        sub={texts.uploadHint(grouped(MOST_MANIFEST_ROWS))}
      />
      <div className={classes.steps}>
        <Card title={texts.n1TheTest} sub={texts.testHint}>
          {test.data ? (
            <Group justify="space-between" wrap="nowrap">
              <div>
                <div className={classes.name}>{test.data.testName}</div>
                <div className={classes.facts}>{testInOneLine(test.data)}</div>
              </div>
              <Button variant="default" onClick={() => choose(undefined)}>
                {texts.chooseAnotherTest}
              </Button>
            </Group>
          ) : (
            <TestPicker onPick={choose} />
          )}
          {test.isLoading && <LoadingIndicator />}
          {test.isError && <ErrorState problem={test.error} retry={() => void test.refetch()} />}
        </Card>
        {test.data && <FileSteps key={test.data.code} test={orderable(test.data)} onRead={onRead} />}
      </div>
    </>
  )
}

/** The laboratory's rules that depend on where the institution is; the server has the last word in any case. */
function useInstitutionState(hospital: string): string {
  const { data } = useQuery({
    queryKey: ['manifest', 'institution-state', hospital],
    queryFn: () => api.orders.check({ params: { hospital }, body: { document: newOrder(), orderId: null } }),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ facts: context }) => context.institutionState,
  })
  return data ?? ''
}

function FileSteps({ test, onRead }: { test: OrderableTest; onRead: OnRead }) {
  const { institution } = useSession()
  const institutionState = useInstitutionState(institution.code)
  const [referral1, setReferral] = useState('')
  const [left, setLeft] = useState(false)
  const copyToInput = useRef<HTMLInputElement>(null)
  const copyTo = left ? readCopyTo(referral1).refused : null
  const rules: Rules = { test, today: todayAtLaboratory(new Date()), institutionState }
  const reading = useReading((filename, ignored, rows) =>
    onRead({ rules, filename, referral1: referral1.trim(), ignored }, rows),
  )
  return (
    <>
      <Card
        title={texts.templateTitle}
        sub={texts.templateHint}
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText(manifestTemplate(columnsOf(test)), `manifest-${test.code}.csv`)}
          >
            {texts.downloadTemplate}
          </Button>
        }
      >
        <ColumnGuide rules={rules} />
      </Card>
      <Card title={texts.n3TheFile} sub={texts.fileHint}>
        <TextInput
          label={texts.copyEveryReportTo}
          description={texts.copyHint}
          placeholder={texts.copyPlaceholder}
          value={referral1}
          maxLength={200}
          error={copyTo}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            setLeft(false)
            setReferral(event.currentTarget.value)
          }}
          ref={copyToInput}
          className={classes.referral}
        />
        <FileDrop
          reading={reading}
          onFile={(file) => {
            setLeft(true)
            if (readCopyTo(referral1).refused === null) reading.read(file, rules)
            else copyToInput.current?.focus()
          }}
        />
        <Text size="xs" c="dimmed" mt="xs">
          {texts.csvHint}
        </Text>
      </Card>
    </>
  )
}
