import { Alert, Button, Group } from '@mantine/core'
import { useElementSize, useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { Card } from '#ui/Card.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { useChosenTests } from './catalogue.ts'
import { DiscardDraft } from './DiscardDraft.tsx'
import { useClosed, useFormState, useOrderForm } from './draft/form-context.ts'
import classes from './form.module.css'
import { genesInWords, shownCode, workingDays } from './labels.ts'
import { BottomBar } from './panel/BottomBar.tsx'
import { ConflictDialog } from './panel/ConflictDialog.tsx'
import { ErrorSummary } from './panel/ErrorSummary.tsx'
import { NeedsHead, NeedsList, TestFacts } from './panel/NeedsPanel.tsx'
import { SaveState } from './panel/SaveState.tsx'
import { SectionList } from './panel/SectionList.tsx'
import { ClinicalSection } from './sections/ClinicalSection.tsx'
import { ConsentSection } from './sections/ConsentSection.tsx'
import { PatientSection } from './sections/PatientSection.tsx'
import { PaymentSection } from './sections/PaymentSection.tsx'
import { ProviderSection } from './sections/ProviderSection.tsx'
import { ReviewSection } from './sections/ReviewSection.tsx'
import { SpecimenSection } from './sections/SpecimenSection.tsx'
import { TestsSection } from './sections/TestsSection.tsx'
import { useSubmit } from './use-submit.ts'

/** The order form: section list, sections, and what the order still needs. */
export function OrderFormView() {
  const { submit, phase, allowed } = useSubmit()
  const closed = useClosed()
  const reasonId = useId()
  // What sticks under the head must know how high it is: a long test name takes two lines.
  const head = useElementSize()
  useChosenTests()
  useHotkeys([['mod+Enter', submit]], [])
  const button = (
    <Button
      loading={phase !== 'idle'}
      disabled={!allowed || closed}
      onClick={submit}
      {...(allowed ? {} : { 'aria-describedby': reasonId })}
    >
      Submit order
    </Button>
  )
  return (
    <div className={classes.page} style={{ '--form-head-height': `${head.height}px` } as CSSProperties}>
      <div className={classes.head} ref={head.ref}>
        <FormHead submit={button} retrying={phase === 'retrying'} />
      </div>
      <form
        className={classes.columns}
        aria-label="Order"
        noValidate
        inert={phase !== 'idle'}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={classes.list}>
          <SectionList />
        </div>
        <div className={classes.sections}>
          <ClosedNotice />
          <RestoredNotice />
          <ErrorSummary />
          <TestsSection />
          <PatientSection />
          <SpecimenSection />
          <ClinicalSection />
          <ConsentSection />
          <PaymentSection />
          <ProviderSection />
          <ReviewSection />
          <DiscardDraft />
        </div>
        <aside className={classes.panel} aria-label="What this order still needs">
          <Card>
            <NeedsHead />
            <NeedsList />
          </Card>
          <FactsCard />
          {!allowed && <p className={classes.reason}>{WHY_NOT}</p>}
        </aside>
      </form>
      <BottomBar submit={button} retrying={phase === 'retrying'} reason={allowed ? null : WHY_NOT} />
      {!allowed && (
        <p id={reasonId} hidden>
          {WHY_NOT}
        </p>
      )}
      <ConflictDialog />
    </div>
  )
}

const WHY_NOT = 'Your role can prepare orders; somebody with Submit Order submits them.'

function FactsCard() {
  const known = useFormState((state) => state.tests.length > 0)
  return known ? (
    <Card>
      <TestFacts />
    </Card>
  ) : null
}

function FormHead({ submit, retrying }: { submit: ReactNode; retrying: boolean }) {
  const form = useOrderForm()
  const navigate = useNavigate()
  const tests = useFormState((state) => state.document.tests)
  const details = useFormState((state) => state.tests)
  const [leaving, setLeaving] = useState(false)
  const names = tests.map((test) => test.testName).filter((name) => name !== '')
  const facts = details.map((test) => shownCode(test)).join(', ')
  const genes = details.reduce((sum, test) => sum + test.geneCount, 0)
  const slowest = Math.max(0, ...details.map((test) => test.turnaroundDays))

  async function leave() {
    setLeaving(true)
    const saved = await form.autosave.flush()
    setLeaving(false)
    const status = form.autosave.status()
    if (saved || status.kind === 'closed')
      return navigate({
        to: '/orders',
        search: { status: 'pending-submission', orderBy: 'orderDate', page: 1 },
      })
    if (status.kind === 'failed') notifyProblem(new ProblemError(status.problem))
  }

  return (
    <PageHead
      crumbs={[
        <Link key="orders" to="/orders">
          Orders
        </Link>,
        'New order',
      ]}
      title={names.length === 0 ? 'New order' : names.join(' + ')}
      sub={
        details.length === 0
          ? 'Choose a test to begin. What you type is saved by itself.'
          : `${facts} · ${genesInWords(genes)} · report in ${workingDays(slowest)}`
      }
      actions={
        <Group gap="xs" align="center">
          <div className={classes.wide}>
            <SaveState retrying={retrying} />
          </div>
          <Button variant="default" loading={leaving} onClick={() => void leave()}>
            Leave for later
          </Button>
          <div className={classes.wide}>{submit}</div>
        </Group>
      }
    />
  )
}

function RestoredNotice() {
  const form = useOrderForm()
  const closed = useClosed()
  const [shown, setShown] = useState(form.restored)
  if (!shown || closed) return null
  return (
    <Alert
      color="brand"
      title="What you typed before is here again"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setShown(false)}
    >
      It had not reached the laboratory’s portal when this page was closed. To begin another order, discard
      this draft.
    </Alert>
  )
}
