import { blankParentage, type Parentage, RELATED } from '#domain/orders/kinship.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useFormState } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import * as texts from '../texts.ts'
import { usePart } from './use-part.ts'

const AT = '/parentage'

/** The genetic parents of those who are tested, among the people of the order, and whether they are related to each other. */
export function ParentageFields() {
  const { part, put } = usePart<Parentage>(AT, blankParentage)
  const document = useFormState((state) => state.document)
  // A patient is not their own parent; the mother of a fetus is in the order as its first person.
  const people = document.patients
    .slice(isPrenatal(document) ? 0 : 1)
    .map(({ key }) => ({ value: key, label: calledInOrder(document, key) }))
  return (
    <>
      <p>{texts.parentageHint}</p>
      <FieldGrid>
        {(['geneticMother', 'geneticFather'] as const).map((name) => (
          <SelectField
            key={name}
            path={`${AT}/${name}`}
            optional
            data={people}
            disabled={people.length === 0 && part[name] === ''}
            onChoose={(key) => put({ [name]: key })}
          />
        ))}
        <SelectField
          path={`${AT}/parentsRelated`}
          optional
          data={[...RELATED]}
          onChoose={(parentsRelated) =>
            put({
              parentsRelated,
              ...(parentsRelated === 'Yes' ? {} : { parentsRelation: '' }),
            } as Partial<Parentage>)
          }
        />
        {part.parentsRelated === 'Yes' && (
          <TextField path={`${AT}/parentsRelation`} placeholder={texts.relationExample} />
        )}
      </FieldGrid>
    </>
  )
}
