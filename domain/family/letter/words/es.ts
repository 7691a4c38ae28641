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
  mayHaveOfTwo:
    'Son dos cambios. Es posible que usted tenga uno, los dos o ninguno. No es culpa de nadie. Solo una prueba puede decirlo.',
  meaning: {
    'autosomal dominant':
      'La prueba busca este único cambio en la sangre o la saliva. Si lo tiene, puede haber formas de encontrar una enfermedad temprano o de evitarla. Si no lo tiene, no lo ha transmitido.',
    'x-linked':
      'La prueba busca este único cambio en la sangre o la saliva. Las mujeres que lo tienen suelen tener una enfermedad más leve o ninguna, pero pueden transmitirlo. Si lo tiene, puede haber formas de encontrar una enfermedad temprano o de evitarla. Si no lo tiene, no lo ha transmitido.',
    'autosomal recessive':
      'La prueba busca este único cambio en la sangre o la saliva. Una sola copia normalmente no causa enfermedad. Es importante para sus hijos si su pareja tiene un cambio en el mismo gen. Dos copias pueden causar una enfermedad, y puede haber formas de encontrarla temprano. Si no tiene este cambio, no lo ha transmitido.',
    'recessive of two':
      'La prueba busca estos dos cambios en la sangre o la saliva. Uno solo normalmente no causa enfermedad. Es importante para sus hijos si su pareja tiene un cambio en el mismo gen. Los dos juntos pueden causar una enfermedad, y puede haber formas de encontrarla temprano. Si no tiene ninguno, no los ha transmitido.',
    mitochondrial:
      'Este tipo de cambio pasa de la madre a todos sus hijos. El padre no lo transmite. La prueba busca este único cambio. La cantidad varía de una persona a otra, y una sola prueba de sangre puede no encontrarlo. Si lo tiene, puede haber formas de encontrar una enfermedad temprano. Si la prueba no lo encuentra, pregunte si hace falta otra muestra.',
  },
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
