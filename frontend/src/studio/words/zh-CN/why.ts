import type { why as en } from "../en/why";

export const why: typeof en = {
  no_role: ({ column }) => `${column} 还没有角色。每一列都要有角色。`,
  no_column: () => "这个版本没有这一列。",
  twice: ({ column, times }) => `${column} 在这里出现了 ${times} 次。`,
  quasi: ({ many, most }) => `准标识符列有 ${many} 个；应为 1 到 ${most} 个。`,
  weights: () => "所有权重都是 0；至少要有一个大于 0。",
  declared: ({ column, declared, role }) => `${column} 声明为 ${declared}，不能作为 ${role} 发布。`,
  no_hierarchy: ({ column }) => `${column} 是准标识符，却没有层次。`,
  takes_none: ({ column, role }) => `${column} 是 ${role}，不用层次。`,
  missing: ({ missing, column }) => `“${missing}”是 ${column} 的一个值。请为缺失值另选写法。`,
  formula: ({ column }) =>
    `列名“${column}”开头像公式，或含有控制字符。电子表格程序会执行它，所以发布中不能有它：请不收入这一列，或载入文件并以别的列名声明。`,
  control: ({ column, value }) =>
    `${column} 中的“${value}”含有控制字符（如换行或制表符），发布中不能有它：请不收入这一列，或载入用别的词的文件。`,
  no_k: () => "每个候选方案都需要 k，或 k-map 的 k。",
  nothing_compares: () => "没有候选方案与它比较。请给其中一个填写 k-map 的 k，或 delta-presence 的范围。",
  needs_population: ({ model }) => `${model} 要与总体比较。请指定一个。`,
  needs_disjoint: ({ model }) => `${model} 需要互不相交的方框。`,
  k_above_rows: ({ k, rows }) => `k 为 ${k}，而这个版本只有 ${rows} 行；等价类不可能这么大。`,
  no_tree: ({ column }) => `${column} 在本方案中没有层次。`,
  t_above_one: ({ t }) => `t 为 ${t}；这种距离不会大于 1。`,
  most: ({ least, most }) => `上限为 ${most}；应在 ${least} 到 1 之间。`,
  not_sensitive: () => "这不是方案中的敏感列。",
  whole: ({ part, value }) => `${part} 为“${value}”；应为 2 或更大的整数。`,
  decimal: ({ part, value }) => `${part} 为“${value}”；应为 0 或更大的数，例如 0.2。`,
  zero: ({ part }) => `${part} 为 0；应大于 0。`,
  unlisted: ({ column, values, many }) =>
    `${column} 含有其层次没有列出的值（共 ${many} 个）：${values}。请列出它们、让它们自成一支，或隐去这些行。`,
  no_row_left: () => "没有行留下：每一行都含有层次没有列出的值。",
  order_lacks: ({ column, value }) => `${column} 的次序缺少“${value}”；每个值都要列出一次。`,
  order_twice: ({ column }) => `${column} 的次序把某个值列了两次。`,
  too_many_people: ({ most }) => `连同标识列在内，表中不同的行超过 ${most} 行；请加载一个在声明列时去掉标识列的版本。`,
  too_different: ({ most }) => `各行的取值组合超过 ${most} 种；请去掉一个能区分各行的列。`,
  no_rows: () => "这个版本没有行，没有什么可以发布。",
  itself: () => "这就是该数据集本身。总体应是另一个数据集，包含这些人以及更多的人。",
  not_yours: () => "这不是您可以匿名化的数据集。",
  not_loaded: ({ version }) => `它没有已装入的第 ${version} 版。`,
  too_large: ({ rows, most }) => `它有 ${rows} 行；一次最多与 ${most} 行比较。`,
  too_small: ({ rows, own }) => `它有 ${rows} 行，而这个版本有 ${own} 行；它必须包含这些行所涉及的每一个人。`,
  lacks_column: ({ column }) => `它没有 ${column} 列；它需要每一个准标识符列。`,
  other_type: ({ column, there, here }) => `${column} 在那里的类型是 ${there}，在这里是 ${here}。`,
  people_unlisted: ({ people, column }) =>
    `总体中有 ${people} 人在 ${column} 上的值没有列入其层次。请列出这些值，或让它们自成一支。`,
  refuse_needs_rows: ({ column }) =>
    `${column} 会拒绝其层级中没有列出的值，而不能查看数据行的人不会被告知是否有这样的值。请抑制这些行，或者给这些值单独的分支。`,
  population_needs_figures: () =>
    "与总体比较会透露单个人的情况。只有能查看两个数据集的数据行的人，或者可以申请精确数字并接受再没有预算能限定外界了解的人，才能这样做。",
  rows_do_not_fit: () => "数据行不符合方案，或者得不到任何可以发布的内容。具体原因只告诉能查看数据行的人。",
  people_no_tree: ({ column }) =>
    `${column} 无法建立层次：数据行的值符合规则，总体的值却不符合。请换一种层次，或让两者的这一列写法一致。`,
  unseen_name: ({ sign }) =>
    `总体的名称含有看不见的字符 ${sign}，而接收者会在承诺中读到这个名称。请给那个数据集改名，然后重新申请。`,
  suppressed: ({ rows }) =>
    `有 ${rows} 行被隐去，因为层次没有列出它们的值。它们可能涉及任何人，因此无法对总体作出承诺。`,
  impossible: ({ promise, rows }) => `无法达到“${promise}”：把全表 ${rows} 行作为一个等价类也不符合。`,
  kept_back: () => "它与一个总体比较；为何被拒绝，只有可以对该总体匿名化的人才能看到。",
  of_release: ({ number, releases, groups, rows }) =>
    `${releases} 份发布中的第 ${number} 份，将有 ${groups} 组行不再符合所作的承诺；最小的一组有 ${rows} 行。`,
  fewer_columns: () => "请把已有的那份发布以较少的列给接收者。",
  against_people: () => "针对总体所作的承诺，在同一批人的另一份发布旁边是否成立无从得知。",
  nobody_tells: () => "没有可识别个人的列能说明早先发布中的哪些行涉及同样的人。",
  another_data_set: () => "涉及同一批人的另一个数据集已有发布，从这里无法比较它的行。",
};
