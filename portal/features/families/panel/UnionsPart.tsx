import { Button, Checkbox } from '@mantine/core'
import { joinPartners, withDonor } from '#domain/family/additions.ts'
import type { Childlessness, FamilyMember, MemberKey, Union } from '#domain/family/document.ts'
import { type FamilyGraph, familyGraph } from '#domain/family/graph.ts'
import * as editing from '../editing/texts.ts'
import { useOpenFamily } from '../open-family.ts'
import { Choice, TextField } from './fields.tsx'
import classes from './panel.module.css'
import * as texts from './texts.ts'

/** Parents, partners and children: adoption, donors, twins, partners who parted, no children. */
export function UnionsPart({ member }: { member: FamilyMember }) {
  const { document, change, edit, mayChange, callOf } = useOpenFamily()
  const disabled = !mayChange
  const graph = familyGraph(document)
  const { key } = member
  const set = (changes: Partial<FamilyMember>) => change(key, changes, editing.changed(callOf(key)))
  const setUnion = (union: Union, changes: Partial<Union>, field?: string) =>
    edit(
      {
        ...document,
        unions: document.unions.map((one) => (one.key === union.key ? { ...one, ...changes } : one)),
      },
      editing.changed(callOf(key)),
      field === undefined ? undefined : `${union.key} ${field}`,
    )
  const people = (isPossible: (one: FamilyMember) => boolean) => [
    ['', texts.asBorn] as const,
    ...document.people
      .filter((one) => one.key !== key && isPossible(one))
      .map((one) => [one.key, callOf(one.key)] as const),
  ]
  const twins = member.twins
  return (
    <div className={classes.part}>
      {member.parents.map((parent) => (
        <Choice
          key={parent.union}
          label={texts.childOf(partnersInWords(graph.unions.get(parent.union)?.partners ?? [], callOf))}
          value={parent.how}
          options={texts.parentages}
          disabled={disabled}
          onChange={(how) =>
            set({
              parents: member.parents.map((one) => (one.union === parent.union ? { ...one, how } : one)),
            })
          }
        />
      ))}
      {member.parents.length === 0 && (
        <Checkbox
          label={texts.unknownParents}
          checked={member.hasUnknownParents}
          disabled={disabled}
          onChange={(event) => set({ hasUnknownParents: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={texts.adoptedOut}
        checked={member.isAdoptedOut}
        disabled={disabled}
        onChange={(event) => set({ isAdoptedOut: event.currentTarget.checked })}
      />
      {twins && (
        <Choice
          label={texts.twins}
          value={twins.kind}
          options={texts.twinKinds}
          disabled={disabled}
          onChange={(kind) =>
            edit(
              {
                ...document,
                people: document.people.map((one) =>
                  one.twins?.group === twins.group ? { ...one, twins: { ...one.twins, kind } } : one,
                ),
              },
              editing.changed(callOf(key)),
            )
          }
        />
      )}
      {member.parents.length > 0 && (
        <>
          <Choice
            label={texts.eggFrom}
            value={member.eggFrom}
            options={people((one) => one.sexAtBirth !== 'Male' && one.gender !== 'man')}
            disabled={disabled}
            onChange={(eggFrom: MemberKey) => set({ eggFrom })}
          />
          <Choice
            label={texts.spermFrom}
            value={member.spermFrom}
            options={people((one) => one.sexAtBirth !== 'Female' && one.gender !== 'woman')}
            disabled={disabled}
            onChange={(spermFrom: MemberKey) => set({ spermFrom })}
          />
          <Choice
            label={texts.carriedBy}
            value={member.carriedBy}
            options={people((one) => one.sexAtBirth !== 'Male' && one.gender !== 'man')}
            disabled={disabled}
            onChange={(carriedBy: MemberKey) => set({ carriedBy })}
          />
        </>
      )}
      {mayChange && member.parents.length > 0 && (
        <Button
          size="xs"
          variant="default"
          onClick={() => edit(withDonor(document, crypto.randomUUID()), texts.donorAdded)}
        >
          {texts.addDonor}
        </Button>
      )}
      {mayChange && (
        <Choice
          label={texts.partnerInFamily}
          value=""
          options={[
            ['', texts.choosePartner] as const,
            ...document.people
              .filter((one) => one.key !== key && one.pregnancy === null && !isPartner(graph, key, one.key))
              .map((one) => [one.key, callOf(one.key)] as const),
          ]}
          disabled={false}
          onChange={(other: MemberKey) =>
            other !== '' &&
            edit(
              joinPartners(document, key, other, () => crypto.randomUUID()),
              editing.partnersJoined(callOf(key), callOf(other)),
            )
          }
        />
      )}
      {graph.unionsOf(key).map((union) => (
        <fieldset key={union.key} className={classes.union}>
          <legend>{unionInWords(graph.partnerIn(union, key)?.key, callOf)}</legend>
          {union.partners.length > 1 && (
            <>
              <Checkbox
                label={texts.hasEnded}
                checked={union.hasEnded}
                disabled={disabled}
                onChange={(event) => setUnion(union, { hasEnded: event.currentTarget.checked })}
              />
              <TextField
                label={texts.relatedAs}
                value={union.relatedAs}
                maxLength={100}
                disabled={disabled}
                onChange={(relatedAs) => setUnion(union, { relatedAs }, 'relatedAs')}
              />
            </>
          )}
          {graph.childrenOf(union.key).length === 0 && (
            <ChildlessFields
              value={union.childlessness}
              disabled={disabled}
              onChange={(childlessness) => setUnion(union, { childlessness }, 'childlessness')}
            />
          )}
        </fieldset>
      ))}
      {graph.unionsOf(key).length === 0 && (
        <ChildlessFields
          value={member.childlessness}
          disabled={disabled}
          onChange={(childlessness) =>
            change(key, { childlessness }, editing.changed(callOf(key)), `${key} childlessness`)
          }
        />
      )}
    </div>
  )
}

const isPartner = (graph: FamilyGraph, key: MemberKey, other: MemberKey) =>
  graph.unionsOf(key).some(({ partners }) => partners.includes(other))

const partnersInWords = (partners: readonly MemberKey[], callOf: (key: MemberKey) => string) =>
  partners.map(callOf).join(' and ')

const unionInWords = (partner: MemberKey | undefined, callOf: (key: MemberKey) => string) =>
  partner === undefined ? texts.partnerUnknown : texts.partnerIs(callOf(partner))

interface ChildlessFieldsProps {
  value: Childlessness
  disabled: boolean
  onChange: (value: Childlessness) => void
}

function ChildlessFields({ value, disabled, onChange }: ChildlessFieldsProps) {
  return (
    <div className={classes.pair}>
      <Choice
        label={texts.noChildren}
        value={value.kind}
        options={texts.childlessKinds}
        disabled={disabled}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <TextField
        label={texts.reason}
        value={value.reason}
        maxLength={200}
        disabled={disabled || value.kind === ''}
        onChange={(reason) => onChange({ ...value, reason })}
      />
    </div>
  )
}
