import { FamilyHistory } from './clinical/FamilyHistory.tsx'
import { FamilyTesting } from './clinical/FamilyTesting.tsx'
import { ImagingRows } from './clinical/ImagingRows.tsx'
import { Indications } from './clinical/Indications.tsx'
import { KnownVariantsPart } from './clinical/KnownVariantsPart.tsx'
import { Notes } from './clinical/Notes.tsx'
import { PhenotypePart } from './clinical/PhenotypePart.tsx'
import { PriorTests } from './clinical/PriorTests.tsx'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

export function ClinicalSection() {
  return (
    <SectionCard section="clinical" sub={texts.clinicalHint}>
      <Indications />
      <Notes />
      <PhenotypePart />
      <KnownVariantsPart />
      <PriorTests />
      <ImagingRows />
      <FamilyHistory />
      <FamilyTesting />
    </SectionCard>
  )
}
