import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CascadeFinding, CascadeRelativeView, CascadeView } from '#contract/family-cascade.ts'
import { isActionable, needsCopies } from '#domain/family/cascade/finding.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { showDate } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { ClassDialog } from './ClassDialog.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import classes from './cascade.module.css'
import { LetterDialog } from './LetterDialog.tsx'
import { Offers } from './Offers.tsx'
import type { CascadePlace } from './queries.ts'
import { RelativeCard } from './RelativeCard.tsx'
import { StepDialog } from './StepDialog.tsx'
import * as texts from './texts.ts'
import { variantInWords } from './words.ts'

interface FindingCardProps extends CascadePlace {
  finding: CascadeFinding
  people: CascadeView['people']
  mayChange: boolean
}

type Asked = { what: 'step' | 'letter' | 'consent'; member: string } | { what: 'class' } | null

/** A finding with its window, who comes next, how far its relatives are, and each of them. */
export function FindingCard({ hospital, id, finding, people, mayChange }: FindingCardProps) {
  const [asked, ask] = useState<Asked>(null)
  const nameOf = (member: string) =>
    finding.relatives.find((one) => one.member === member)?.name ??
    people.find((one) => one.member === member)?.name ??
    ''
  const close = () => ask(null)
  const relative =
    asked && 'member' in asked ? finding.relatives.find(({ member }) => member === asked.member) : null
  const place = { hospital, id, findingId: finding.id, onClose: close }
  const isFor = isActionable(finding.variantClass) && finding.withdrawnOn === null && !finding.isQuestioned
  const { laboratory, reportedOn, relatives } = finding
  return (
    <Card
      title={<span className={classes.variant}>{finding.variants.map(variantInWords).join(' and ')}</span>}
      sub={
        <InlineList
          of={[
            finding.variantClass,
            texts.INHERITANCES[finding.inheritance],
            finding.condition,
            texts.foundIn(nameOf(finding.member)),
            texts.reported(laboratory, showDate(reportedOn)),
          ].filter((part) => part !== '')}
        />
      }
      action={
        mayChange && (
          <Button variant="default" size="compact-md" onClick={() => ask({ what: 'class' })}>
            {texts.changeClass}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <State finding={finding} name={nameOf(finding.member)} />
        {isFor && <Offers offers={finding.offers} />}
        {isFor && <Coverage {...finding} />}
        {isFor && finding.state === 'known' && <Next finding={finding} nameOf={nameOf} />}
        {relatives.length === 0 ? (
          <div>
            <strong>{texts.noRelatives}</strong> {texts.noRelativesHint}
          </div>
        ) : (
          <ul className={classes.relatives} aria-label={texts.relatives}>
            {relatives.map((one) => (
              <RelativeCard
                key={one.member}
                relative={one}
                isRecessive={finding.inheritance === 'autosomal recessive'}
                mayChange={mayChange}
                onAsk={(what) => ask({ what, member: one.member })}
              />
            ))}
          </ul>
        )}
        <Changes finding={finding} nameOf={nameOf} />
      </Stack>
      {asked?.what === 'class' && (
        <ClassDialog
          {...place}
          variantClass={finding.variantClass}
          asksCopies={finding.state === 'copies unknown'}
        />
      )}
      {relative && asked && (
        <RelativeDialogs {...place} what={asked.what} relative={relative} asksCopies={needsCopies(finding)} />
      )}
    </Card>
  )
}

interface RelativeDialogsProps extends CascadePlace {
  findingId: number
  what: 'step' | 'letter' | 'consent' | 'class'
  relative: CascadeRelativeView
  asksCopies: boolean
  onClose: () => void
}

function RelativeDialogs({ what, asksCopies, ...props }: RelativeDialogsProps) {
  if (what === 'step') return <StepDialog {...props} asksCopies={asksCopies} />
  if (what === 'letter') return <LetterDialog {...props} />
  return <ConsentDialog {...props} />
}

/** What limits the chances, or that there are none. */
function State({ finding, name }: { finding: CascadeFinding; name: string }) {
  if (finding.withdrawnOn !== null)
    return (
      <Banner tone="bad" title={texts.withdrawn}>
        {texts.findingWithdrawnHint}
      </Banner>
    )
  if (finding.isQuestioned)
    return (
      <Banner tone="bad" title={texts.questioned}>
        {texts.questionedHint}
      </Banner>
    )
  if (!isActionable(finding.variantClass))
    return (
      <Banner tone="quiet" title={texts.notForRelatives}>
        {texts.notForRelativesHint}
      </Banner>
    )
  if (finding.state === 'contradiction')
    return (
      <Banner tone="bad" title={texts.contradiction}>
        {texts.contradictionHint}
      </Banner>
    )
  if (finding.state === 'too-many-loops')
    return (
      <Banner tone="quiet" title={texts.tooManyLoops}>
        {null}
      </Banner>
    )
  if (finding.state === 'copies unknown')
    return (
      <Banner tone="quiet" title={texts.copiesUnknown}>
        {texts.copiesUnknownHint}
      </Banner>
    )
  if (finding.state === 'mother’s line')
    return (
      <Banner tone="quiet" title={texts.mothersLine}>
        {texts.mothersLineHint}
      </Banner>
    )
  if (finding.newMutation === null) return null
  return (
    <Banner tone="quiet" title={texts.newMutation(finding.newMutation, name)}>
      {texts.NEW_MUTATION_HINTS[finding.newMutation]}
    </Banner>
  )
}

const COUNTED = ['told', 'codeGiven', 'redeemed', 'tested', 'positive'] as const

function Coverage({ coverage, isAdultOnset }: Pick<CascadeFinding, 'coverage' | 'isAdultOnset'>) {
  return (
    <div>
      <h3 className={classes.heading}>{texts.coverage}</h3>
      <dl className={classes.coverage}>
        {COUNTED.map((what) => (
          <div key={what}>
            <dt>{texts.COVERAGE[what]}</dt>
            <dd>{texts.ofAtRisk(coverage[what], coverage.atRisk)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.quiet}>{texts.coverageNote(coverage.atRisk, isAdultOnset)}</div>
    </div>
  )
}

function Next({ finding, nameOf }: { finding: CascadeFinding; nameOf: (member: string) => string }) {
  return (
    <div>
      <h3 className={classes.heading}>{texts.next}</h3>
      {finding.next.length === 0 ? (
        <div>{texts.noNext}</div>
      ) : (
        <ol className={classes.proposals}>
          {finding.next.map(({ member, reason }) => (
            <li key={member}>
              <strong>{nameOf(member)}</strong>: {reason}
            </li>
          ))}
        </ol>
      )}
      <div className={classes.quiet}>{texts.nextFrom}</div>
    </div>
  )
}

function Changes({ finding, nameOf }: { finding: CascadeFinding; nameOf: (member: string) => string }) {
  const listed = (members: readonly string[]) => members.map(nameOf).join(', ')
  return (
    <details>
      <summary>{texts.changes}</summary>
      <ol className={classes.changes}>
        {finding.changes.map(({ on, reason, opened, closed }, index) => (
          <li key={index}>
            {showDate(on)}: {reason}{' '}
            {[
              opened.length > 0 ? texts.opened(listed(opened)) : '',
              closed.length > 0 ? texts.closed(listed(closed)) : '',
            ]
              .filter((part) => part !== '')
              .join('; ')}
          </li>
        ))}
      </ol>
    </details>
  )
}
