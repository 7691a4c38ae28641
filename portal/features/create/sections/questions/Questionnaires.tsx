import { Stack, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { peopleToConsent } from '#domain/consent/consent.ts'
import { answersIn } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { askedItems, givenTo } from '#domain/questions/asked.ts'
import { type Questionnaire, questionnairesOf } from '#domain/questions/questionnaire.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useFormState, usePeople } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import { QuestionField } from './QuestionField.tsx'
import * as texts from './texts.ts'

/** The questionnaires of the chosen tests: each once about the order, or once about each tested person. */
export function Questionnaires() {
  const tests = useFormState((state) => state.tests)
  const people = usePeople(peopleToConsent)
  const questionnaires = useMemo(() => questionnairesOf(tests), [tests])
  return (
    <Stack gap="xl">
      {questionnaires.flatMap((questionnaire) =>
        questionnaire.about === 'order'
          ? [<OneQuestionnaire key={questionnaire.id} questionnaire={questionnaire} patient={undefined} />]
          : people.map((person) => (
              <OneQuestionnaire
                key={`${questionnaire.id} ${person}`}
                questionnaire={questionnaire}
                patient={person}
                isOneOfSeveral={people.length > 1}
              />
            )),
      )}
    </Stack>
  )
}

interface OneQuestionnaireProps {
  questionnaire: Questionnaire
  patient: string | undefined
  isOneOfSeveral?: boolean
}

/** The positions of the items that are asked, as text: the same while nothing comes or goes. */
const askedPositions = (document: OrderDocument, questionnaire: Questionnaire, patient: string | undefined) =>
  JSON.stringify(
    askedItems(questionnaire, givenTo(answersIn(document), questionnaire, patient)).map(
      ({ item }) => item.linkId,
    ),
  )

const OneQuestionnaire = memo(function OneQuestionnaire(props: OneQuestionnaireProps) {
  const { questionnaire, patient, isOneOfSeveral = false } = props
  const positions = useFormState(({ document }) => askedPositions(document, questionnaire, patient))
  const called = useFormState(({ document }) =>
    isOneOfSeveral && patient !== undefined ? calledInOrder(document, patient) : '',
  )
  const title = called === '' ? questionnaire.title : texts.questionnaireOf(questionnaire.title, called)
  const asked = useMemo(() => {
    const linkIds = new Set(JSON.parse(positions) as string[])
    return allWithDepth(questionnaire).filter(({ item }) => linkIds.has(item.linkId))
  }, [questionnaire, positions])
  return (
    // biome-ignore lint/a11y/useSemanticElements: its heading names it
    <div role="group" aria-label={title}>
      <h3 className={classes.whose}>{title}</h3>
      <Stack gap="md" className={classes.asked}>
        {asked.map(({ item, depth }) => {
          if (item.type === 'display')
            return (
              <Text key={item.linkId} size="sm">
                {item.text}
              </Text>
            )
          if (item.type === 'group')
            return (
              <Text key={item.linkId} fw={600} mt={depth === 0 ? 'sm' : 0} role="heading" aria-level={4}>
                {item.text}
              </Text>
            )
          return <QuestionField key={item.linkId} asked={{ questionnaire, patient, item }} />
        })}
      </Stack>
    </div>
  )
})

/** Every item, whether it is asked or not. */
function allWithDepth({ items }: Questionnaire) {
  const walk = (
    list: Questionnaire['items'],
    depth: number,
  ): { item: (typeof list)[number]; depth: number }[] =>
    list.flatMap((item) => [{ item, depth }, ...walk(item.items ?? [], depth + 1)])
  return walk(items, 0)
}
