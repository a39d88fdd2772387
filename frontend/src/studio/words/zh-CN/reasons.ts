export const reasons: Readonly<Record<string, string>> = {
  "a file cannot be perturbed": "文件无法加入随机扰动",
  "a name has letters, digits and _ alone and begins with no digit; it has another name here":
    "名称只能有字母、数字和 _，且不能以数字开头；这里改用另一个名称",
  "a picture, a recording or a file cannot be perturbed": "图片、录音或文件无法加入随机扰动",
  "a place on a map names the person": "地图上的位置会指明本人",
  "a reference that begins with ${ has no end; the words are kept as they stand":
    "以 ${ 开头的引用没有结尾；文字原样保留",
  "a respondent answers what is asked; nothing is only read": "受访者只回答题目，没有只供阅读的题",
  "a respondent ticks what applies": "由受访者自己勾选适用的选项",
  "a signature names the person": "签名会指明本人",
  "a survey asks for no other file": "问卷不读取其他文件",
  "a survey has one form of report, whatever program sends it": "无论由哪个程序发送，问卷的报告只有一种形式",
  "a survey keeps no list of entities": "问卷不保存实体名单",
  "a time of day has no question type here; ask with answers to choose from": "这里没有“时刻”题型；请改用选择题",
  "an answer that is there before the person gives one would be counted": "预先填好的答案会被当作受访者的回答计入",
  "answers are the same for everybody: the domain of a question is fixed when it is published":
    "所有人的选项相同：题目的取值范围在发布时固定",
  "answers are the same for everybody, so this column of the list is not read":
    "所有人的选项相同，因此不读取列表中的这一列",
  "conditions show or hide whole questions; this one is not taken": "条件只能显示或隐藏整道题；这个条件没有导入",
  "each cell would be a question of its own; ask with a matrix of one answer a row":
    "每个单元格都会成为一道题；请改用每行只选一项的矩阵题",
  "every title is shown here: take out its words where nobody should read them":
    "这里的标题都会显示：不想让人看到的，请删去文字",
  "free text cannot be perturbed; ask with answers to choose from": "自由填写的文字无法加入随机扰动；请改用选择题",
  "guidance for interviewers is not shown to respondents": "给访员的说明不会显示给受访者",
  "how answers are counted is chosen when results are read": "如何统计答案在查看结果时选择",
  "how it looks is the page's own": "外观由答题页面决定",
  "how many panels somebody adds would tell the answer": "添加几个面板本身就会透露答案",
  "how many rows somebody adds would tell the answer": "添加几行本身就会透露答案",
  "how often somebody repeats a group would tell the answer": "重复一组题的次数本身就会透露答案",
  "it ends a group of another kind; the group ends here": "它结束的是另一种组；该组在此结束",
  "it ends a group that was not begun": "它结束的组没有开头",
  "it has no label, so its name stands there": "没有题目文字，因此显示其名称",
  "it has no name, so conditions and texts cannot mean it": "没有名称，因此条件和文字无法引用它",
  "it has no type": "没有题型",
  "it is for those who work on the form": "这是写给编辑表单的人的",
  "its answers are not in the file, and the domain of a question is fixed when it is published":
    "选项不在文件里，而题目的取值范围在发布时固定",
  "its cells are free answers; ask for each by itself, with answers to choose from":
    "单元格是自由填写的；请逐题提问，并给出选项",
  "its fields are free text; ask for each number by itself, with a least and a most":
    "各栏是自由填写的文字；请逐题询问数字，并给出最小值和最大值",
  "no score is computed from answers": "不根据答案计算得分",
  "nobody is timed: a time tells about the answer": "不计时：所用时间会透露答案",
  "nobody is turned away by an answer: it would tell the answer": "不因某个答案拒绝任何人：那会透露答案",
  "nothing about a respondent is sent before Send, or to anybody else":
    "在按下发送之前，不发送受访者的任何信息，也不发给别人",
  "nothing about a respondent's device or visit is collected": "不收集受访者设备或访问的任何信息",
  "nothing is collected that a respondent does not see": "不收集受访者看不到的内容",
  "nothing is computed from answers": "不根据答案做计算",
  "only numbers that stand in `min` and `max` are kept": "只保留写在 `min` 和 `max` 里的数字",
  "only the questions of one page are mixed, all of them": "只能打乱一页之内的全部题目",
  "only the questions of one page among several are mixed": "有多页时，只能打乱一页之内的题目",
  "only the relevance equation of a question is read": "只读取题目的关联公式",
  "only the sheets survey, choices and settings are read": "只读取 survey、choices 和 settings 三张工作表",
  "pictures are not shown yet": "暂不显示图片",
  "pictures, sounds and films are not shown": "不显示图片、声音和影片",
  "the name of an answer of a multiple choice has no blank; it has another name here":
    "多选题选项的名称不能有空格；这里改用另一个名称",
  "the page has its own choice of language": "答题页面自带语言选择",
  "the page has its own words for what is missing or out of bounds": "缺答或超出范围时的提示由答题页面决定",
  "the words around the questions are the page's own, because they explain the protection":
    "题目以外的文字由答题页面决定，因为它们说明保护方式",
  "this check of an answer does not exist here": "这里没有这种答案检查",
  "this group has no end; it ends with the form": "该组没有结尾；它到表单末尾结束",
  "two answers in each row of a matrix would be two questions; ask with two matrices":
    "矩阵每行两个答案相当于两道题；请改用两道矩阵题",
  "values are not computed from answers": "不根据答案计算数值",
  "what is typed cannot be perturbed, so it is not collected": "填写的文字无法加入随机扰动，因此不收集",
  "what is typed beside an answer cannot be perturbed, so it is not collected":
    "选项旁填写的文字无法加入随机扰动，因此不收集",
  "is an answer like the others: no text is collected": "与其他选项一样，不收集填写的文字",
  "it has no least and most value, so it has no bins yet; set their edges before you publish":
    "没有最小值和最大值，因此还没有分组；发布前请设定分组界限",
  "the number is sent as one of {} equal bins; set edges that fit the question":
    "数字以 {} 个等宽分组之一发送；请设定适合题目的界限",
  "dates are sent as one of two bins; set edges that fit the question": "日期以两个分组之一发送；请设定适合题目的界限",
  "the bound itself is taken too": "界限值本身也会被接受",
  "not everybody is asked, so it may be skipped": "并非人人都会被问到，因此可以跳过",
  "not every value is taken, so it may be skipped": "并非所有数值都被接受，因此可以跳过",
  "stands there twice": "出现了两次",
  "it has no words": "没有文字",
  "it is hidden": "它被隐藏了",
  "it is never shown": "它从不显示",
  "what it stands in is left out": "它所在的部分没有导入",
  "DataHub has nothing like it": "DataHub 没有与之对应的内容",
  "DataHub knows no element of this type": "DataHub 不认识这种元素",
  "DataHub knows no question of this type": "DataHub 不认识这种题型",
  "no question that was taken names this list": "导入的题目都没有用到这个列表",
  "its list {} is not in the sheet choices": "choices 工作表里没有它的列表 {}",
  "it has {} answers; at most {} are allowed": "它有 {} 个选项；最多允许 {} 个",
  "it has {} answers; a ranking has {} to {}": "它有 {} 个选项；排序题要有 {} 到 {} 个",
  "a survey has at most {} items": "一份问卷最多有 {} 项",
  "an earlier question has this name; conditions and texts mean that one": "前面已有同名的题；条件和文字指的是前面那道",
  "the description stands at the beginning; put these words there too": "开头显示的是说明；请把这些文字也写进去",
  "the file does not hold these words, so they are English; write them in the survey's language":
    "文件里没有这些文字，所以它们是英文；请改成问卷的语言",
  "its stored result is read; the formula itself is not": "读取的是已存的结果，而不是公式本身",
  "it has no stored result, so the cell is empty here": "没有已存的结果，因此单元格为空",
  "an answer is needed always or never, by no condition": "必答与否不能由条件决定",
  "the condition asks about {}, which is no earlier question; it is shown to everybody":
    "条件询问的 {} 不是前面的题；因此对所有人显示",
  "the condition uses the function {}; it is shown to everybody": "条件使用了函数 {}；因此对所有人显示",
  "the condition compares with {}, which is no answer of that question; it is shown to everybody":
    "条件比较的 {} 不是那道题的选项；因此对所有人显示",
  "markup and characters that cannot be seen are left out, and entities are written as their signs: {} became {}":
    "去掉了标记和看不见的字符，并把实体写成相应的符号：{} 变为 {}",
  "has no place in this format; set it again after an import": "这种格式里没有它的位置；导入后请重新设定",
  "has no place in this format": "这种格式里没有它的位置",
  "an import gives {}": "再导入会得到 {}",
  "an import adds it": "再导入会多出这一项",
  "nothing is translated into it, so it is not in the file": "没有任何译文，因此不在文件里",
  "the signs of Markdown are left out: {}": "略去了 Markdown 标记：{}",
  "its bounds and edges are whole, so the file asks for a whole number; write decimal to take others too":
    "它的界限和分界都是整数，因此文件要求填整数；如也要接受其他数，请改为 decimal",
  "A file with this ending is not read here. Choose an XLSForm (.xlsx, .csv), a survey of LimeSurvey (.lss, .txt), or a questionnaire of DataHub or SurveyJS (.json).":
    "这里不读取这种扩展名的文件。请选择 XLSForm（.xlsx、.csv）、LimeSurvey 的问卷（.lss、.txt），或 DataHub 或 SurveyJS 的问卷（.json）。",
  "This file is larger than 3 MB. Take out pictures and sheets that are no part of the form.":
    "这个文件大于 3 MB。请去掉不属于表单的图片和工作表。",
  "This file ends in .lss but is no survey of LimeSurvey. Export the survey there once more, as its structure.":
    "这个文件的扩展名是 .lss，但不是 LimeSurvey 的问卷。请在那里重新导出问卷结构。",
  "This is no survey of LimeSurvey, but perhaps its responses or a label set. Export the survey structure (.lss).":
    "这不是 LimeSurvey 的问卷，可能是它的答卷或标签集。请导出问卷结构（.lss）。",
  "This file ends in .txt but is not in UTF-8. Export the survey of LimeSurvey as tab-separated text once more.":
    "这个文件的扩展名是 .txt，但不是 UTF-8。请从 LimeSurvey 重新导出为制表符分隔的文本。",
  "This text is no survey of LimeSurvey. Export the survey there as tab-separated text, or as its structure.":
    "这段文本不是 LimeSurvey 的问卷。请在那里导出为制表符分隔的文本，或导出问卷结构。",
  "This survey of LimeSurvey has no group of questions, so there is nothing to import.":
    "这份 LimeSurvey 问卷没有题组，因此没有可导入的内容。",
  "This CSV is not in UTF-8. In your spreadsheet program choose “CSV UTF-8” when you save it.":
    "这个 CSV 不是 UTF-8。请在电子表格程序中保存时选择“CSV UTF-8”。",
  "This file has more than {} rows, so it is no form. A table of data is put in under Data.":
    "这个文件超过 {} 行，因此不是表单。数据表请在“数据”下放入。",
  "This file ends in .csv but is no table. Save the form as .xlsx or CSV UTF-8 once more.":
    "这个文件的扩展名是 .csv，但不是表格。请把表单重新保存为 .xlsx 或 CSV UTF-8。",
  "This table is no XLSForm: that has a sheet “survey” whose first row names the columns type, name and label. A table of data is put in under Data.":
    "这个表格不是 XLSForm：XLSForm 有名为“survey”的工作表，其首行列出 type、name 和 label 列。数据表请在“数据”下放入。",
  "This workbook is in the old format .xls, or has a password. Save it as .xlsx, without a password.":
    "这个工作簿是旧格式 .xls，或设有密码。请另存为不带密码的 .xlsx。",
  "This file ends in .xlsx but is no workbook. Open it in a spreadsheet program and save it as .xlsx.":
    "这个文件的扩展名是 .xlsx，但不是工作簿。请用电子表格程序打开并保存为 .xlsx。",
  "This JSON file holds no questions. Export the questionnaire from DataHub or SurveyJS once more.":
    "这个 JSON 文件里没有题目。请从 DataHub 或 SurveyJS 重新导出问卷。",
};
