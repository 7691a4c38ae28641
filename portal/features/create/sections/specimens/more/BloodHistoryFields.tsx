import { TRANSFUSION_PRODUCTS, TRANSPLANTS, YES_NO_UNKNOWN } from '#domain/specimens/details.ts'
import { useField } from '../../../draft/form-context.ts'
import { DateField } from '../../../fields/DateField.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { FieldGrid } from '../../FieldGrid.tsx'
import type { AskedAboutBlood } from '../asked-about-blood.ts'
import * as texts from './texts.ts'

interface BloodHistoryFieldsProps {
  at: string
  asked: AskedAboutBlood
}

/** One answer each, and its circumstances once it is yes. */
export function BloodHistoryFields({ at, asked }: BloodHistoryFieldsProps) {
  const answerAt = (name: string) => `${at}/${name}`
  const { value: transfusion } = useField<string | undefined>(answerAt('transfusion'))
  const { value: transplant } = useField<string | undefined>(answerAt('transplant'))
  const wasTransplanted = transplant === 'Allogeneic' || transplant === 'Autologous' || transplant === 'Organ'
  const isAsked = (name: keyof AskedAboutBlood) => asked[name] !== 'no'
  const optional = (name: keyof AskedAboutBlood) => asked[name] !== 'required'
  return (
    <FieldGrid>
      {isAsked('transfusion') && (
        <SelectField
          path={answerAt('transfusion')}
          optional={optional('transfusion')}
          data={[...YES_NO_UNKNOWN]}
        />
      )}
      {transfusion === 'Yes' && (
        <>
          <DateField path={answerAt('transfusedOn')} optional />
          <SelectField path={answerAt('transfusionProduct')} optional data={[...TRANSFUSION_PRODUCTS]} />
          <SelectField
            path={answerAt('leukoreduced')}
            optional
            description={texts.leukoreducedHint}
            data={[...YES_NO_UNKNOWN]}
          />
          <SelectField path={answerAt('immunityNormal')} optional data={[...YES_NO_UNKNOWN]} />
        </>
      )}
      {isAsked('transplant') && (
        <SelectField
          path={answerAt('transplant')}
          optional={optional('transplant')}
          data={[...TRANSPLANTS]}
        />
      )}
      {wasTransplanted && (
        <>
          <DateField path={answerAt('transplantedOn')} optional />
          <TextField path={answerAt('transplantDonor')} optional />
        </>
      )}
      {isAsked('bloodCancer') && (
        <SelectField
          path={answerAt('bloodCancer')}
          optional={optional('bloodCancer')}
          data={[...YES_NO_UNKNOWN]}
        />
      )}
    </FieldGrid>
  )
}
