import { Button, Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { longestTimeInWords } from '#domain/turnaround/words.ts'
import { useHere } from '#portal/links/use-here.ts'
import { genesInWords, visibleCodeOf } from '#portal/order/labels.ts'
import { namedAndBorn } from '#portal/order/words.ts'
import { notifyProblem } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { useFormState, useOrderForm } from './draft/form-context.ts'
import classes from './form.module.css'
import { ManifestLink } from './ManifestLink.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SaveState } from './panel/SaveState.tsx'
import * as texts from './texts.ts'

/** The top of the form: what is ordered, whether it is saved, and the primary action. */
export function FormHead({ submit, retrying }: { submit: ReactNode; retrying: boolean }) {
  const form = useOrderForm()
  const navigate = useNavigate()
  const here = useHere()
  const vob = useFormState((state) => state.document.isVOB)
  const tests = useFormState((state) => state.document.tests)
  const details = useFormState((state) => state.tests)
  const [leaving, setLeaving] = useState(false)
  const names = tests.map((test) => test.testName).filter((name) => name !== '')
  const codes = (
    details.length > 0 ? details.map(visibleCodeOf) : tests.map(({ testCode }) => testCode)
  ).join(', ')
  const chosenGenes = useFormState(({ document }) =>
    [...document.tests, ...document.addOnTests].reduce((sum, test) => sum + test.genes.length, 0),
  )
  const genes = details
    .filter((test) => test.geneChoice === 'all')
    .reduce((sum, test) => sum + test.geneCount, chosenGenes)
  const chosen = names.length > 0
  const summary = !chosen
    ? texts.chooseTestToBegin
    : details.length === 0
      ? codes
      : texts.testSummary(codes, genes > 0 ? `${genesInWords(genes)} · ` : '', longestTimeInWords(details))
  const patient = useFormState(({ document }) => {
    const { firstName = '', lastName = '', dateOfBirth = '' } = document.patients[0] ?? {}
    return namedAndBorn({ firstName, lastName, dateOfBirth })
  })
  const name = vob ? texts.benefitsVerification : texts.newOrder

  async function leave() {
    const stillHere = here()
    setLeaving(true)
    // Who leaves a chosen test for later wants to find it again.
    const saved = await (chosen ? form.autosave.insist() : form.autosave.flush())
    setLeaving(false)
    if (!stillHere()) return
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
          {texts.orders}
        </Link>,
        name,
      ]}
      title={vob || !chosen ? name : names.join(' + ')}
      sub={
        <>
          {patient !== '' && <strong>{patient} · </strong>}
          {vob && chosen ? `${names.join(' + ')} · ${summary}` : summary}
          {!vob && !chosen && <ManifestLink />}
        </>
      }
      actions={
        <Group gap="xs" align="center">
          <div className={classes.wide}>
            <SaveState retrying={retrying} />
          </div>
          <Button variant="default" loading={leaving} onClick={() => void leave()}>
            {texts.saveAndClose}
          </Button>
          <MoreMenu />
          <div className={classes.wide}>{submit}</div>
        </Group>
      }
    />
  )
}
