import { Button } from '@mantine/core'
import { useDisclosure, useElementSize, useHotkeys } from '@mantine/hooks'
import { type CSSProperties, type FocusEvent, useEffect, useRef } from 'react'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { afterPress } from '#ui/fields/after-press.ts'
import { VaMenu } from '../va/public.ts'
import { AddOnNotice } from './AddOnNotice.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { useChosenTests } from './catalogue.ts'
import { ChartNotice } from './chart/ChartNotice.tsx'
import { ChartContext, useChartOfDraft } from './chart/chart-context.ts'
import { ChangedNotice } from './coverage/ChangedNotice.tsx'
import { PricePanel } from './coverage/PricePanel.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { useClosed, useFormState, useOrderForm } from './draft/form-context.ts'
import { FormHead } from './FormHead.tsx'
import { goToSection, sectionOfElement } from './focus-field.ts'
import classes from './form.module.css'
import { OthersNotice, useOthers } from './OthersNotice.tsx'
import { BottomBar } from './panel/BottomBar.tsx'
import { ConflictDialog } from './panel/ConflictDialog.tsx'
import { ErrorSummary } from './panel/ErrorSummary.tsx'
import { NeedsHead, NeedsList, TurnaroundAndPrice } from './panel/NeedsPanel.tsx'
import { SectionList } from './panel/SectionList.tsx'
import { RestoredNotice } from './RestoredNotice.tsx'
import { SignDialog } from './review/SignDialog.tsx'
import { ClinicalSection } from './sections/ClinicalSection.tsx'
import { ConsentSection } from './sections/ConsentSection.tsx'
import { PatientSection } from './sections/PatientSection.tsx'
import { PaymentSection } from './sections/PaymentSection.tsx'
import { ProviderSection } from './sections/ProviderSection.tsx'
import { QuestionSection } from './sections/QuestionSection.tsx'
import { ReviewSection } from './sections/ReviewSection.tsx'
import { SpecimenSection } from './sections/SpecimenSection.tsx'
import { TestsSection } from './sections/TestsSection.tsx'
import { AskDialog } from './submitters/AskDialog.tsx'
import { SubmissionNotice } from './submitters/SubmissionNotice.tsx'
import * as texts from './texts.ts'
import { useChecks } from './use-checks.ts'
import { useSubmit } from './use-submit.ts'

/** The order form: section list, sections, and what the order still needs. A verification of benefits is a shorter one. */
export function OrderFormView() {
  const chart = useChartOfDraft()
  return (
    <ChartContext value={chart}>
      <WholeForm />
    </ChartContext>
  )
}

function WholeForm() {
  const { submit, signing, phase, allowed, formAction } = useSubmit()
  useOthers(phase !== 'idle')
  const [isConfirming, ask] = useDisclosure(false)
  const closed = useClosed()
  const form = useOrderForm()
  // What shows once a section is left must not move what is being pressed away.
  const enter = ({ target }: FocusEvent<HTMLElement>) => {
    const section = sectionOfElement(target)
    if (section !== undefined) afterPress(() => form.enter(section))
  }
  const vob = useFormState((state) => state.document.isVOB)
  // What sticks under the head must know how high it is: a long test name takes two lines.
  const head = useElementSize()
  // A shortcut never does more than the button that is there.
  useHotkeys([['mod+Enter', allowed ? submit : ask.open]], [])
  const button = allowed ? (
    <Button loading={phase !== 'idle'} disabled={closed} onClick={submit}>
      {formAction === 'verify' ? texts.requestVerification : texts.submitOrder}
    </Button>
  ) : (
    <Button disabled={closed} onClick={ask.open}>
      {texts.requestSubmission}
    </Button>
  )
  return (
    <div className={classes.page} style={{ '--form-head-height': `${head.height}px` } as CSSProperties}>
      <Supplies />
      <div className={classes.head} ref={head.ref}>
        <FormHead submit={button} retrying={phase === 'retrying'} />
      </div>
      <form
        className={classes.columns}
        aria-label={vob ? texts.benefitsVerification : texts.order}
        noValidate
        inert={phase !== 'idle'}
        onFocus={enter}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={classes.list}>
          <SectionList />
        </div>
        <div className={classes.sections}>
          <ClosedNotice />
          <RestoredNotice />
          <OthersNotice />
          <ChangedNotice />
          <ChartNotice />
          <SubmissionNotice
            submit={allowed && formAction === 'submit' ? button : null}
            onAskOther={ask.open}
          />
          <AddOnNotice />
          <ErrorSummary />
          <VaStart />
          <TestsSection />
          <PatientSection />
          {!vob && <SpecimenSection />}
          <ClinicalSection />
          <QuestionSection />
          {!vob && <ConsentSection />}
          <PaymentSection />
          <ProviderSection />
          <ReviewSection />
          <div className={classes.end}>
            {/* Where the form ends, so that nobody has to go back to its head. */}
            {allowed && formAction === 'submit' && <div className={classes.endSubmit}>{button}</div>}
            <DiscardDraft />
          </div>
        </div>
        <aside className={classes.panel} aria-label={vob ? texts.beforeYouRequest : texts.beforeYouSubmit}>
          <Card>
            <NeedsHead />
            <NeedsList />
          </Card>
          <TurnaroundCard />
          {!allowed && <p className={classes.reason}>{WHY_NOT}</p>}
        </aside>
      </form>
      <BottomBar submit={button} retrying={phase === 'retrying'} reason={allowed ? null : WHY_NOT} />
      <ConflictDialog />
      {signing && <SignDialog {...signing} />}
      {isConfirming && <AskDialog onClose={ask.close} />}
    </div>
  )
}

/** Asks what the form must know besides: of its own, for it is asked again with every letter of a name. */
function Supplies() {
  useChosenTests()
  useChecks()
  return null
}

const WHY_NOT = texts.mayNotSubmit

function TurnaroundCard() {
  const known = useFormState((state) => state.tests.length > 0)
  return known ? (
    <Card>
      <TurnaroundAndPrice />
      <PricePanel />
    </Card>
  ) : null
}

/** VA users begin with their order menu, until a test is chosen. */
function VaStart() {
  const { va } = useSession()
  const blank = useFormState(
    ({ document }) => !document.isVOB && document.tests.every((one) => one.testCode === ''),
  )
  const isVisible = va && blank
  const wasVisible = useRef(isVisible)
  useEffect(() => {
    // The menu goes with the link that was chosen: what was chosen is read next.
    if (wasVisible.current && !isVisible && document.activeElement === document.body) goToSection('tests')
    wasVisible.current = isVisible
  }, [isVisible])
  return isVisible ? <VaMenu /> : null
}
