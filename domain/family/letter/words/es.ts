import type { LetterWords } from '../words.ts'

export const es: LetterWords = {
  title: 'Una carta sobre un cambio genético en su familia',
  greeting: 'Hola:',
  greetingTo: 'Hola, {name}:',
  found: 'Se encontró un cambio en un gen en un familiar suyo de sangre.',
  foundIn: 'Se encontró un cambio en un gen en un familiar suyo de sangre: {who}.',
  illness: 'Una enfermedad de la familia que puede venir con él: {illness}.',
  mayHave:
    'Es posible que usted tenga el mismo cambio, o que no lo tenga. No es culpa de nadie. Solo una prueba puede decirlo.',
  meaning:
    'La prueba busca este único cambio en la sangre o la saliva. Si lo tiene, puede haber formas de encontrar una enfermedad temprano o de evitarla. Si no lo tiene, no lo ha transmitido.',
  choice:
    'Usted decide. No tiene que hacerse la prueba ni contárselo a nadie. También puede decidir más adelante.',
  ask: 'Pregunte a su médico o a un asesor genético. Lleve esta carta. También puede preguntar a la clínica que la escribió: {clinic}.',
  gene: 'Gen',
  variant: 'Cambio',
  variantClass: 'Cómo lo valora el laboratorio',
  laboratory: 'Laboratorio',
  pathogenic: 'Causa enfermedad (patogénica)',
  likelyPathogenic: 'Muy probablemente causa enfermedad (probablemente patogénica)',
  codeTitle: 'Su código',
  code: 'Cualquier clínica que pida pruebas a {lab} puede usar este código. Muestra el cambio y nada sobre su familia. Sirve una sola vez, hasta el {date}.',
  free: 'Si se pide hasta el {date}, la prueba puede ser gratuita. Pregunte antes de pedirla.',
  relatives: {
    ...{ mother: 'su madre', father: 'su padre', parent: 'su madre o padre' },
    ...{ sister: 'su hermana', brother: 'su hermano', sibling: 'su hermana o hermano' },
    ...{ daughter: 'su hija', son: 'su hijo', child: 'su hija o hijo' },
    ...{ grandmother: 'su abuela', grandfather: 'su abuelo', grandchild: 'su nieta o nieto' },
    ...{ aunt: 'su tía', uncle: 'su tío', niece: 'su sobrina', nephew: 'su sobrino' },
    ...{ cousin: 'su prima o primo', relative: 'un familiar' },
  },
}
