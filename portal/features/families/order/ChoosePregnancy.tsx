import { Select } from '@mantine/core'
import type { FamilyDocument, FamilyMember, MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { pregnancyInWords } from '#domain/family/sentences.ts'
import * as texts from './texts.ts'

interface ChoosePregnancyProps {
  family: FamilyDocument
  patient: MemberKey
  /** Those that fit the order. */
  pregnancies: readonly FamilyMember[]
  value: MemberKey
  callOf: (member: MemberKey) => string
  onChange: (member: MemberKey) => void
}

/** Which of several pregnancies of the patient the order is about. */
export function ChoosePregnancy(props: ChoosePregnancyProps) {
  const { family, patient, pregnancies, value, callOf, onChange } = props
  const graph = familyGraph(family)
  const wordsOf = (one: FamilyMember, number: number | null) => {
    const others = (graph.birthUnion(one)?.partners ?? []).filter((key) => key !== patient)
    const words = one.pregnancy ? pregnancyInWords(one.pregnancy) : ''
    return texts.pregnancyWith(words, others.map(callOf), number)
  }
  const byWords = Map.groupBy(pregnancies, (one) => wordsOf(one, null))
  const data = [...byWords.values()].flatMap((group) =>
    group.map((one, index) => ({
      value: one.key,
      label: wordsOf(one, group.length > 1 ? index + 1 : null),
    })),
  )
  return (
    <Select
      label={texts.testedPregnancy}
      placeholder={texts.choose}
      openOnFocus={false}
      data={data}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key ?? '')}
    />
  )
}
