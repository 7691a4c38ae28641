import { IMAGING_TYPES, NORMAL_ABNORMAL } from '#domain/lookups.ts'
import type { Imaging } from '#domain/orders/clinical-history.ts'
import { labelOf } from '#portal/order/labels.ts'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { useField } from '../../draft/form-context.ts'
import { DateField } from '../../fields/DateField.tsx'
import { Fold } from '../../fields/Fold.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextAreaField } from '../../fields/TextAreaField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import * as texts from '../texts.ts'
import { useClinicalPart } from './use-clinical-part.ts'

const LIST = '/imaging'
const TYPE_WORDS: Record<(typeof IMAGING_TYPES)[number], string> = {
  Ultrasound: texts.ultrasound,
  FetalEchocardiogram: texts.fetalEchocardiogram,
  MRI: 'MRI',
  Other: texts.other,
}

/** Imaging of the patient, one row each. */
export function ImagingRows() {
  const { value: list, set, input } = useField<Imaging[]>(LIST)
  const part = useClinicalPart('imaging')
  const filled =
    list.length === 0 ? null : list.length === 1 ? texts.oneImagingStudy : texts.imagingStudies(list.length)
  return (
    <Fold title={labelOf(LIST)} paths={[LIST]} filled={filled} {...part}>
      <div data-path={LIST}>
        <RowList
          label={labelOf(LIST)}
          labelHidden
          noun="imaging study"
          error={input.error ?? undefined}
          most={10}
          value={list}
          onChange={set}
          fresh={(): Imaging => ({ type: '', result: '', date: '', details: '' })}
        >
          {(_, index) => (
            <>
              <FieldGrid>
                <SelectField
                  {...FIRST_FIELD}
                  path={`${LIST}/${index}/type`}
                  data={IMAGING_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
                />
                <SelectField path={`${LIST}/${index}/result`} data={[...NORMAL_ABNORMAL]} />
                <DateField path={`${LIST}/${index}/date`} optional />
              </FieldGrid>
              <TextAreaField path={`${LIST}/${index}/details`} optional minRows={1} mt="sm" />
            </>
          )}
        </RowList>
      </div>
    </Fold>
  )
}
