import { Alert, Button, Group, Tabs } from '@mantine/core'
import { useMemo } from 'react'
import { checkFamily } from '#domain/family/checks.ts'
import type { MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import { useFamilyActions } from '../editing/use-family-actions.tsx'
import { useOpenFamily } from '../open-family.ts'
import { HealthPart } from './HealthPart.tsx'
import { PersonPart } from './PersonPart.tsx'
import classes from './panel.module.css'
import { ruleWords } from './rule-words.ts'
import { TestsPart } from './TestsPart.tsx'
import * as texts from './texts.ts'
import { UnionsPart } from './UnionsPart.tsx'

/** All that the family's record has about one person: Person, Family, Health, Tests. */
export function MemberPanel({ member: key }: { member: MemberKey }) {
  const { document, mayChange, callOf, numberOf } = useOpenFamily()
  const { remove } = useFamilyActions()
  const member = document.people.find((one) => one.key === key)
  const relation = useMemo(() => relationOf(key, document), [key, document])
  // A rule may have a finding with each of somebody's children: its words are the same.
  const findings = useMemo(() => {
    const own = checkFamily(document).filter(({ people }) => people.includes(key))
    return [...new Map(own.map((finding) => [finding.rule, finding])).values()]
  }, [key, document])
  if (!member) return null
  return (
    <section className={classes.panel} aria-label={callOf(key)}>
      <header>
        <h2>{callOf(key)}</h2>
        <p className={classes.sub}>{[numberOf(key), relation].filter((text) => text !== '').join(' · ')}</p>
      </header>
      {findings.map(({ rule, severity }) => (
        <Alert key={rule} color={severity === 'error' ? 'red' : 'yellow'} my="xs">
          {ruleWords(rule)}
        </Alert>
      ))}
      {/* Of another person, the fields are others: nothing typed for one is taken for the other. */}
      <Tabs defaultValue="person" key={key} keepMounted={false}>
        <Tabs.List aria-label={texts.parts}>
          <Tabs.Tab value="person">{texts.person}</Tabs.Tab>
          <Tabs.Tab value="family">{texts.family}</Tabs.Tab>
          <Tabs.Tab value="health">{texts.health}</Tabs.Tab>
          <Tabs.Tab value="tests">{texts.tests}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="person">
          <PersonPart member={member} />
        </Tabs.Panel>
        <Tabs.Panel value="family">
          <UnionsPart member={member} />
        </Tabs.Panel>
        <Tabs.Panel value="health">
          <HealthPart member={member} />
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          <TestsPart member={member} />
        </Tabs.Panel>
      </Tabs>
      {mayChange && (
        <Group justify="flex-end" mt="md">
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => remove(key)}
            aria-keyshortcuts="Delete"
          >
            {texts.remove}
          </Button>
        </Group>
      )}
    </section>
  )
}

function relationOf(key: MemberKey, document: Parameters<typeof familyGraph>[0]): string {
  const proband = document.people.find(({ isProband }) => isProband)
  const member = document.people.find((one) => one.key === key)
  if (!proband || !member) return ''
  if (proband.key === key) return texts.proband
  return relationInWords(relations(document, familyGraph(document)).of(key, proband.key), member.gender)
}
